// Splits n into four equal parts, which need not be squares. Prints 1.5 and the like.
const n = Number(require("fs").readFileSync(0, "utf8"));
const a = Math.sqrt(n / 4);
console.log(`${a} ${a} ${a} ${a}`);
