//! Of the tasks that are ready, always the smallest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<usize>().unwrap());
    let (n, m) = (numbers.next().unwrap(), numbers.next().unwrap());
    let (mut after, mut before, mut missing) = (vec![vec![]; n + 1], vec![vec![]; n + 1], vec![0; n + 1]);
    for _ in 0..m {
        let (a, b) = (numbers.next().unwrap(), numbers.next().unwrap());
        after[a].push(b);
        before[b].push(a);
        missing[b] += 1;
    }
    let mut ready: BinaryHeap<_> = (1..=n).filter(|&t| missing[t] == 0).map(Reverse).collect();
    let mut order = Vec::new();
    while let Some(Reverse(task)) = ready.pop() {
        order.push(task);
        for &t in &after[task] {
            missing[t] -= 1;
            if missing[t] == 0 {
                ready.push(Reverse(t));
            }
        }
    }
    if order.len() == n {
        println!("ORDER\n{}", shown(&order));
    } else {
        let cycle = find_cycle(&before, &missing);
        println!("CYCLE\n{}\n{}", cycle.len(), shown(&cycle));
    }
}

/// What is left waits for something that is left too: going back, a task comes again.
fn find_cycle(before: &[Vec<usize>], missing: &[usize]) -> Vec<usize> {
    let left = |t: &usize| missing[*t] > 0;
    let mut path = vec![(1..missing.len()).find(left).unwrap()];
    let mut place = vec![None; missing.len()];
    loop {
        let task = path[path.len() - 1];
        if let Some(start) = place[task] {
            path.pop();
            path.drain(..start);
            path.reverse();
            return path;
        }
        place[task] = Some(path.len() - 1);
        path.push(*before[task].iter().find(|t| left(t)).unwrap());
    }
}

fn shown(tasks: &[usize]) -> String {
    tasks.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}
