//! Counts in 8 bits, and says so as soon as that does not suffice.

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let (s, t) = text.trim().split_once('\n').unwrap();
    let mut row = vec![0_u8; t.len() + 1];
    for c in s.bytes() {
        let above = row.clone();
        for (j, other) in t.bytes().enumerate() {
            let longer = || above[j].checked_add(1).expect("a thread of more than 255 letters");
            row[j + 1] = if c == other { longer() } else { above[j + 1].max(row[j]) };
        }
    }
    println!("{}", row[t.len()]);
}
