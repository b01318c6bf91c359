fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    let width = lines.iter().map(|line| line.len()).max().unwrap();
    let border = format!("+{}+", "-".repeat(width + 2));
    println!("{border}");
    for line in lines {
        println!("| {line:^width$} |");
    }
    println!("{border}");
}
