// A Number is a double: past 2^53 it cannot hold every integer.
const [a, b] = require("fs").readFileSync(0, "utf8").trim().split(" ").map(Number);
console.log(String(a + b));
