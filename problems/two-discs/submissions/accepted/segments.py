from math import acos, cos, hypot, pi, sin


def segment(r, d, other):
    cosine = (d * d + r * r - other * other) / (2 * d * r)
    angle = acos(max(-1.0, min(1.0, cosine)))
    return r * r * (angle - sin(angle) * cos(angle))


x1, y1, r1 = map(int, input().split())
x2, y2, r2 = map(int, input().split())
d = hypot(x2 - x1, y2 - y1)
if d >= r1 + r2:
    print(0)
elif d <= abs(r1 - r2):
    print(pi * min(r1, r2) ** 2)
else:
    print(segment(r1, d, r2) + segment(r2, d, r1))
