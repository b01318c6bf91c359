import java.util.Scanner;

/** Cuts the common part into slices 0.000001 wide: billions of them between large discs. */
class Slices {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        double x1 = input.nextInt(), y1 = input.nextInt(), r1 = input.nextInt();
        double x2 = input.nextInt(), y2 = input.nextInt(), r2 = input.nextInt();
        double d = Math.hypot(x2 - x1, y2 - y1), from = Math.max(-r1, d - r2), to = Math.min(r1, d + r2);
        long slices = Math.max(0, Math.round((to - from) / 1e-6));
        double width = (to - from) / Math.max(1, slices), area = 0;
        for (long i = 0; i < slices; i++) {
            double x = from + (i + 0.5) * width;
            area += 2 * Math.sqrt(Math.max(0, Math.min(r1 * r1 - x * x, r2 * r2 - (x - d) * (x - d)))) * width;
        }
        System.out.println(area);
    }
}
