import java.util.Scanner;

/** Prints the table, and then blank lines for ever, to push the paper out of the printer. */
class NeverStops {
    public static void main(String[] args) {
        int n = new Scanner(System.in).nextInt();
        int[] divisors = new int[n + 1];
        for (int j = 1; j <= n; j++)
            for (int k = j; k <= n; k += j) divisors[k]++;
        StringBuilder table = new StringBuilder();
        for (int k = 1; k <= n; k++) table.append(divisors[k]).append('\n');
        System.out.print(table);
        String blank = "\n".repeat(1000);
        while (true) System.out.print(blank);
    }
}
