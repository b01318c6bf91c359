import java.util.Scanner;

/** Keeps a row of n bytes for every k: 10 GB for the largest n. */
class Rows {
    public static void main(String[] args) {
        int n = new Scanner(System.in).nextInt();
        boolean[][] divides = new boolean[n + 1][n + 1];
        for (int j = 1; j <= n; j++)
            for (int k = j; k <= n; k += j) divides[k][j] = true;
        StringBuilder table = new StringBuilder();
        for (int k = 1; k <= n; k++) {
            int count = 0;
            for (boolean yes : divides[k]) if (yes) count++;
            table.append(count).append('\n');
        }
        System.out.print(table);
    }
}
