import java.util.Scanner;

/** Far corners are no int: nextInt throws InputMismatchException. */
class ParseInt {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        int r = input.nextInt(), c = input.nextInt(), h = input.nextInt(), w = input.nextInt();
        StringBuilder picture = new StringBuilder();
        for (int i = r; i < r + h; i++) {
            for (int j = c; j < c + w; j++) picture.append(hole(i, j) ? '.' : '#');
            picture.append('\n');
        }
        System.out.print(picture);
    }

    static boolean hole(int r, int c) {
        for (; r > 0 && c > 0; r /= 3, c /= 3) if (r % 3 == 1 && c % 3 == 1) return true;
        return false;
    }
}
