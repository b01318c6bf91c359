use std::io::{BufRead, Write, stdin, stdout};

fn main() {
    let mut lines = stdin().lock().lines().map(|line| line.unwrap());
    let n: u32 = lines.next().unwrap().trim().parse().unwrap();
    // The largest number that x is not below.
    let mut x = 0;
    for bit in (0..20).rev() {
        let y = x + (1 << bit);
        if y > n {
            continue;
        }
        println!("? {y}");
        stdout().flush().unwrap();
        if lines.next().unwrap() != "smaller" {
            x = y;
        }
    }
    println!("! {x}");
}
