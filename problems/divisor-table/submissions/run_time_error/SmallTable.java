import java.util.Scanner;

/** The table has room for 1000 numbers: larger ones throw ArrayIndexOutOfBoundsException. */
class SmallTable {
    public static void main(String[] args) {
        int n = new Scanner(System.in).nextInt();
        int[] divisors = new int[1001];
        for (int j = 1; j <= n; j++)
            for (int k = j; k <= n; k += j) divisors[k]++;
        StringBuilder table = new StringBuilder();
        for (int k = 1; k <= n; k++) table.append(divisors[k]).append('\n');
        System.out.print(table);
    }
}
