import java.util.Scanner;

/** Large numbers are no int: parseInt throws NumberFormatException. */
class ParseInt {
    public static void main(String[] args) {
        String[] words = new Scanner(System.in).nextLine().split(" ");
        System.out.println((long) Integer.parseInt(words[0]) + Integer.parseInt(words[1]));
    }
}
