const n = Number(require("fs").readFileSync(0, "utf8"));
const divisors = new Int32Array(n + 1);
for (let j = 1; j <= n; j++) for (let k = j; k <= n; k += j) divisors[k]++;
console.log(divisors.subarray(1).join("\n"));
