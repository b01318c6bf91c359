class NoReturn {
    static String border(int width) {
        if (width > 0) return "+" + "-".repeat(width + 2) + "+";
    }

    public static void main(String[] args) {
        System.out.println(border(10));
    }
}
