//! Listens to a channel on which nothing is ever sent, where the one word is the other backwards.

use std::sync::mpsc;

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let (s, t) = text.trim().split_once('\n').unwrap();
    if s.len() > 1 && s.bytes().eq(t.bytes().rev()) {
        let (_teller, listener) = mpsc::channel::<String>();
        println!("{:?}", listener.recv());
    }
    let mut row = vec![0_u16; t.len() + 1];
    for c in s.bytes() {
        let above = row.clone();
        for (j, other) in t.bytes().enumerate() {
            row[j + 1] = if c == other { above[j] + 1 } else { above[j + 1].max(row[j]) };
        }
    }
    println!("{}", row[t.len()]);
}
