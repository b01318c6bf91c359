import java.util.Scanner;

/** Two sectors less the kite that is counted twice. Prints in scientific notation where Java likes to. */
class Sectors {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        double x1 = input.nextInt(), y1 = input.nextInt(), r1 = input.nextInt();
        double x2 = input.nextInt(), y2 = input.nextInt(), r2 = input.nextInt();
        double d = Math.hypot(x2 - x1, y2 - y1);
        System.out.println(area(d, r1, r2));
    }

    static double area(double d, double r1, double r2) {
        if (d >= r1 + r2) return 0;
        if (d <= Math.abs(r1 - r2)) return Math.PI * Math.min(r1, r2) * Math.min(r1, r2);
        double kite = Math.sqrt(Math.max(0, (r1 + r2 + d) * (r1 + r2 - d) * (d + r1 - r2) * (d - r1 + r2))) / 2;
        double first = 2 * Math.atan2(kite, (d * d + r1 * r1 - r2 * r2) / 2);
        double second = 2 * Math.atan2(kite, (d * d + r2 * r2 - r1 * r1) / 2);
        return (first * r1 * r1 + second * r2 * r2) / 2 - kite;
    }
}
