#include <math.h>
#include <stdio.h>

static double segment(double r, double d, double other) {
    double cosine = (d * d + r * r - other * other) / (2 * d * r);
    double angle = acos(fmax(-1, fmin(1, cosine)));
    return r * r * (angle - sin(angle) * cos(angle));
}

int main(void) {
    double x1, y1, r1, x2, y2, r2;
    if (scanf("%lf %lf %lf %lf %lf %lf", &x1, &y1, &r1, &x2, &y2, &r2) != 6) return 1;
    double d = hypot(x2 - x1, y2 - y1), small = fmin(r1, r2), area;
    if (d >= r1 + r2) area = 0;
    else if (d <= fabs(r1 - r2)) area = acos(-1) * small * small;
    else area = segment(r1, d, r2) + segment(r2, d, r1);
    printf("%.9f\n", area);
    return 0;
}
