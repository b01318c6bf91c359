//! In the order of the numbers, whatever the rules say, and with a word at the end that nobody asked for.

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let n: usize = text.split_ascii_whitespace().next().unwrap().parse().unwrap();
    println!("ORDER");
    for task in 1..=n {
        println!("{task}");
    }
    println!("done");
}
