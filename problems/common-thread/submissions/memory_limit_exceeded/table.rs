//! The whole table: 128 MB even with 16 bits a cell.

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let (s, t) = text.trim().split_once('\n').unwrap();
    let mut length = vec![vec![0_u16; t.len() + 1]];
    for (i, c) in s.bytes().enumerate() {
        let mut row = vec![0];
        for (j, other) in t.bytes().enumerate() {
            row.push(if c == other { length[i][j] + 1 } else { length[i][j + 1].max(row[j]) });
        }
        length.push(row);
    }
    println!("{}", length[s.len()][t.len()]);
}
