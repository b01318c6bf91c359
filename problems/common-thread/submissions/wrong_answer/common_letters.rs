//! Counts the letters in common, in whatever order they come.

fn counts(word: &str) -> [usize; 256] {
    let mut counts = [0; 256];
    for c in word.bytes() {
        counts[usize::from(c)] += 1;
    }
    counts
}

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let (s, t) = text.trim().split_once('\n').unwrap();
    println!("{}", counts(s).iter().zip(counts(t)).map(|(&a, b)| a.min(b)).sum::<usize>());
}
