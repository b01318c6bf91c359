import java.util.Scanner;

public class Halves {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int low = 1, high = in.nextInt();
        while (low < high) {
            int middle = (low + high) >>> 1;
            System.out.println("? " + middle);
            switch (in.next()) {
                case "larger" -> low = middle + 1;
                case "smaller" -> high = middle - 1;
                default -> low = high = middle;
            }
        }
        System.out.println("! " + low);
    }
}
