// A number that is no i32 is an Err, and unwrap panics on it.
fn main() {
    let line = std::io::read_to_string(std::io::stdin()).unwrap();
    let numbers: Vec<i32> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
    println!("{}", numbers.iter().map(|&x| i64::from(x)).sum::<i64>());
}
