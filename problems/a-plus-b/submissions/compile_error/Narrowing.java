import java.util.Scanner;

class Narrowing {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        int sum = input.nextLong() + input.nextLong();
        System.out.println(sum);
    }
}
