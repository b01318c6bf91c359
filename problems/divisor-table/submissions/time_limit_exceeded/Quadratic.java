import java.util.Scanner;

/** Tries every j up to n for every k: 10^10 divisions. */
class Quadratic {
    public static void main(String[] args) {
        int n = new Scanner(System.in).nextInt();
        StringBuilder table = new StringBuilder();
        for (int k = 1; k <= n; k++) {
            int count = 0;
            for (int j = 1; j <= n; j++) if (k % j == 0) count++;
            table.append(count).append('\n');
        }
        System.out.print(table);
    }
}
