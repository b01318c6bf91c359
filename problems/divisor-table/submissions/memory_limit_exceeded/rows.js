// Keeps a row of n numbers for every k: 80 GB for the largest n.
const n = Number(require("fs").readFileSync(0, "utf8"));
const divides = Array.from({ length: n + 1 }, () => new Array(n + 1).fill(0));
for (let j = 1; j <= n; j++) for (let k = j; k <= n; k += j) divides[k][j] = 1;
const table = [];
for (let k = 1; k <= n; k++) table.push(divides[k].reduce((sum, yes) => sum + yes, 0));
console.log(table.join("\n"));
