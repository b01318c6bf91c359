fn main() {
    let mut words = std::io::read_to_string(std::io::stdin()).unwrap();
    let first = words.lines().next().unwrap();
    words.clear();
    println!("{}", first.len());
}
