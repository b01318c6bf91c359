// Takes "larger" for "not smaller".
use std::io::{BufRead, Write, stdin, stdout};

fn main() {
    let mut lines = stdin().lock().lines().map(|line| line.unwrap());
    let n: u32 = lines.next().unwrap().trim().parse().unwrap();
    let (mut low, mut high) = (1, n);
    while low < high {
        let middle = (low + high) / 2;
        println!("? {middle}");
        stdout().flush().unwrap();
        match &*lines.next().unwrap() {
            "smaller" => high = middle,
            _ => low = middle + 1,
        }
    }
    println!("! {low}");
}
