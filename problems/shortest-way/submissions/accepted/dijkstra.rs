use std::cmp::Reverse;
use std::collections::BinaryHeap;

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<usize>().unwrap());
    let mut next = || numbers.next().unwrap();
    let (n, m) = (next(), next());
    let mut out = vec![vec![]; n + 1];
    for _ in 0..m {
        let (a, b, w) = (next(), next(), next());
        out[a].push((b, w));
    }
    let mut best = vec![None; n + 1];
    let mut queue = BinaryHeap::from([Reverse((0, 1))]);
    while let Some(Reverse((steps, square))) = queue.pop() {
        if best[square].is_some() {
            continue;
        }
        best[square] = Some(steps);
        queue.extend(out[square].iter().map(|&(b, w)| Reverse((steps + w, b))));
    }
    match best[n] {
        Some(steps) => println!("{steps}"),
        None => println!("impossible"),
    }
}
