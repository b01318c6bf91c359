int main(void) {
