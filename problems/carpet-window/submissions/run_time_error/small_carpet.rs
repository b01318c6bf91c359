//! Weaves a carpet of 729 times 729 cells and looks at it through the window: past its border the index panics.

fn main() {
    const SIDE: usize = 729;
    let mut carpet = vec![vec!['#'; SIDE]; SIDE];
    let mut third = SIDE / 3;
    while third > 0 {
        for (r, row) in carpet.iter_mut().enumerate() {
            for (c, cell) in row.iter_mut().enumerate() {
                if r / third % 3 == 1 && c / third % 3 == 1 {
                    *cell = '.';
                }
            }
        }
        third /= 3;
    }
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let v: Vec<usize> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    for row in &carpet[v[0]..v[0] + v[2]] {
        println!("{}", row[v[1]..v[1] + v[3]].iter().collect::<String>());
    }
}
