//! Adds a blank on both sides until it fits, which never comes about where an odd number is missing.

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    let width = lines.iter().map(|line| line.len()).max().unwrap();
    let border = format!("+{}+", "-".repeat(width + 2));
    println!("{border}");
    for line in lines {
        let mut side = 0_usize;
        while std::hint::black_box(line.len().wrapping_add(side.wrapping_mul(2))) != width {
            side = side.wrapping_add(1);
        }
        println!("| {0}{line}{0} |", " ".repeat(side));
    }
    println!("{border}");
}
