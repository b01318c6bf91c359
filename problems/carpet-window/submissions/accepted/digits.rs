use std::io::Write;

fn hole(mut r: u64, mut c: u64) -> bool {
    while r > 0 && c > 0 {
        if r % 3 == 1 && c % 3 == 1 {
            return true;
        }
        r /= 3;
        c /= 3;
    }
    false
}

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let v: Vec<u64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    for i in v[0]..v[0] + v[2] {
        let row: Vec<u8> = (v[1]..v[1] + v[3]).map(|j| if hole(i, j) { b'.' } else { b'#' }).collect();
        output.write_all(&row).unwrap();
        output.write_all(b"\n").unwrap();
    }
}
