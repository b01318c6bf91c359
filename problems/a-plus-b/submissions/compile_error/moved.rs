fn main() {
    let line = std::io::read_to_string(std::io::stdin()).unwrap();
    let words = line;
    println!("{} {}", line, words);
}
