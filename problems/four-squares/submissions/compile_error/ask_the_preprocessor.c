#error "this program is not finished"

int main(void) { return 0; }
