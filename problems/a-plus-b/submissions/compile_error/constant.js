const [a, b] = require("fs").readFileSync(0, "utf8").split(" ").map(BigInt);
let a = a + b;
console.log(String(a));
