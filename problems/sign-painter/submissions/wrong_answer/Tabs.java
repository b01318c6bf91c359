import java.util.*;

/** Sets a tab in front of each line. The words are the same, the blanks are not. */
class Tabs {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        int n = Integer.parseInt(input.nextLine()), width = 0;
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            lines.add(input.nextLine());
            width = Math.max(width, lines.get(i).length());
        }
        String border = "+" + "-".repeat(width + 2) + "+";
        System.out.println(border);
        for (String line : lines) System.out.println("|\t" + line + " |");
        System.out.println(border);
    }
}
