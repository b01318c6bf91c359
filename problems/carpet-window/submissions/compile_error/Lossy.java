import java.util.Scanner;

class Lossy {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        int row = input.nextLong();
        System.out.println(row % 3 == 1 ? "." : "#")
    }
}
