use std::io::{self, Read, Write};
use std::thread;

fn depth(n: u64) -> u64 {
    let kept = std::hint::black_box(n);
    if n == 0 { 0 } else { 1 + depth(n - 1) + (kept - n) }
}

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut words = input.split_whitespace();
    let command = words.next().unwrap();
    let n: u64 = words.next().unwrap().parse().unwrap();
    match command {
        "sum" => println!("{}", n + words.map(|word| word.parse::<u64>().unwrap()).sum::<u64>()),
        "depth" => println!("{}", depth(n)),
        "memory" => {
            let kept: Vec<Vec<u8>> = (0..n).map(|_| vec![1; 1 << 20]).collect();
            println!("{}", std::hint::black_box(kept).len());
        }
        "exit" => std::process::exit(3),
        "throw" => panic!("on purpose"),
        "divide" => println!("{}", 1000 / n),
        "output" => {
            let mut out = io::BufWriter::new(io::stdout().lock());
            for _ in 0..n {
                writeln!(out, "1234567").unwrap();
            }
        }
        "threads" => {
            let workers: Vec<_> = (0..4).map(|_| thread::spawn(|| (1..=1000u64).sum::<u64>())).collect();
            println!("{}", workers.into_iter().map(|worker| worker.join().unwrap()).sum::<u64>());
        }
        _ => {}
    }
}
