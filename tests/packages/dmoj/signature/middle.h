#ifndef MIDDLE_H
#define MIDDLE_H
int middle(int a, int b, int c);
#endif
