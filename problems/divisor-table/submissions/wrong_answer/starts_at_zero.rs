// Prints a line for 0 too.
fn main() {
    let n: usize = std::io::read_to_string(std::io::stdin()).unwrap().trim().parse().unwrap();
    let mut divisors = vec![0; n + 1];
    for j in 1..=n {
        for k in (j..=n).step_by(j) {
            divisors[k] += 1;
        }
    }
    let lines: Vec<String> = divisors.iter().map(|d| d.to_string()).collect();
    println!("{}", lines.join("\n"));
}
