int twice(int number) {
}
