fn main() {
    let line = std::io::read_to_string(std::io::stdin()).unwrap();
    let sum: i64 = line.split_whitespace().map(|word| word.parse::<i64>().unwrap()).sum();
    println!("{sum}");
}
