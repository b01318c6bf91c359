fn order(river: &mut std::str::Bytes<'_>) -> u32 {
    let (mut highest, mut times) = (0, 0);
    while river.next() == Some(b'(') {
        let other = order(river);
        if other > highest {
            (highest, times) = (other, 1);
        } else if other == highest {
            times += 1;
        }
    }
    match (highest, times) {
        (0, _) => 1,
        (_, 1) => highest,
        _ => highest + 1,
    }
}

fn main() {
    let river = std::io::read_to_string(std::io::stdin()).unwrap();
    let mut brackets = river.bytes();
    brackets.next();
    println!("{}", order(&mut brackets));
}
