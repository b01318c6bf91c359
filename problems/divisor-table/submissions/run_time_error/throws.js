// A generator has no elements by index: undefined has no method toString, a TypeError.
const n = Number(require("fs").readFileSync(0, "utf8"));
function* table() {
  for (let k = 1; k <= n; k++) {
    let count = 0;
    for (let j = 1; j * j <= k; j++) if (k % j === 0) count += j * j === k ? 1 : 2;
    yield count;
  }
}
const counts = table();
for (let k = 0; k < n; k++) console.log(counts[k].toString());
