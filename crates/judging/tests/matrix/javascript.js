const fs = require("fs");
const { Worker, isMainThread, parentPort } = require("worker_threads");

const depth = (n) => (n === 0 ? 0 : 1 + depth(n - 1));

const count = () => {
    let sum = 0;
    for (let i = 1; i <= 1000; i++) sum += i;
    return sum;
};

const worker = () =>
    new Promise((resolve, reject) => {
        const thread = new Worker(__filename);
        thread.on("message", resolve);
        thread.on("error", reject);
    });

async function main() {
    const [command, first, ...numbers] = fs.readFileSync(0, "utf8").trim().split(/\s+/);
    const n = Number(first);
    if (command === "sum") {
        console.log(numbers.reduce((sum, word) => sum + Number(word), n));
    } else if (command === "depth") {
        console.log(depth(n));
    } else if (command === "memory") {
        const kept = [];
        for (let i = 0; i < n; i++) kept.push(new Uint8Array(1 << 20).fill(1));
        console.log(kept.length);
    } else if (command === "exit") {
        process.exit(3);
    } else if (command === "throw") {
        throw new Error("on purpose");
    } else if (command === "divide") {
        console.log(1000 / n);
    } else if (command === "output") {
        const lines = [];
        for (let i = 0; i < n; i++) lines.push("1234567");
        console.log(lines.join("\n"));
    } else if (command === "threads") {
        const sums = await Promise.all([worker(), worker(), count(), Promise.resolve(count())]);
        console.log(sums.reduce((a, b) => a + b));
    }
}

if (isMainThread) main();
else parentPort.postMessage(count());
