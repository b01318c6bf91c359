import java.util.Scanner;

/** Has no formula for a disc inside the other, and says so by an exception. */
class Throws {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        double x1 = input.nextInt(), y1 = input.nextInt(), r1 = input.nextInt();
        double x2 = input.nextInt(), y2 = input.nextInt(), r2 = input.nextInt();
        double d = Math.hypot(x2 - x1, y2 - y1);
        System.out.println(d >= r1 + r2 ? 0 : segment(r1, d, r2) + segment(r2, d, r1));
    }

    static double segment(double r, double d, double other) {
        if (d <= Math.abs(r - other)) throw new IllegalArgumentException("one disc inside the other");
        double angle = Math.acos((d * d + r * r - other * other) / (2 * d * r));
        return r * r * (angle - Math.sin(angle) * Math.cos(angle));
    }
}
