const root = (n) => Math.floor(Math.sqrt(n));

function search(n) {
  if (n > 0 && n % 4 === 0) return search(n / 4).map((a) => 2 * a);
  for (let a = root(n); a >= 0; a--)
    for (let b = root(n - a * a); b >= 0; b--) {
      const left = n - a * a - b * b;
      for (let c = 0; 2 * c * c <= left; c++) {
        const d = root(left - c * c);
        if (c * c + d * d === left) return [a, b, c, d];
      }
    }
}

console.log(search(Number(require("fs").readFileSync(0, "utf8"))).join(" "));
