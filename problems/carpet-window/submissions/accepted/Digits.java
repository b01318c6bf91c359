import java.util.Scanner;

class Digits {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        long r = input.nextLong(), c = input.nextLong();
        int h = input.nextInt(), w = input.nextInt();
        StringBuilder picture = new StringBuilder(h * (w + 1));
        for (long i = r; i < r + h; i++) {
            for (long j = c; j < c + w; j++) picture.append(hole(i, j) ? '.' : '#');
            picture.append('\n');
        }
        System.out.print(picture);
    }

    static boolean hole(long r, long c) {
        for (; r > 0 && c > 0; r /= 3, c /= 3) if (r % 3 == 1 && c % 3 == 1) return true;
        return false;
    }
}
