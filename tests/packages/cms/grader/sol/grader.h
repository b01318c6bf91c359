int middle(int a, int b, int c);
