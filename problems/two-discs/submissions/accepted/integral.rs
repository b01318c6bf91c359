//! Integrates with Simpson's rule, between the points where the two borders cross or end. A substitution takes
//! away the vertical tangents at the ends of the interval.

fn half_height(disc: (f64, f64), x: f64) -> f64 {
    let (centre, radius) = disc;
    (radius * radius - (x - centre) * (x - centre)).max(0.0).sqrt()
}

/// Both discs have their centres on the x axis.
fn integral(first: (f64, f64), second: (f64, f64), from: f64, to: f64) -> f64 {
    const STEPS: usize = 20_000;
    let (middle, half) = ((from + to) / 2.0, (to - from) / 2.0);
    let h = std::f64::consts::PI / STEPS as f64;
    let term = |i: usize| {
        let t = i as f64 * h;
        let x = middle - half * t.cos();
        let weight = if i == 0 || i == STEPS { 1.0 } else if i % 2 == 1 { 4.0 } else { 2.0 };
        weight * 2.0 * half_height(first, x).min(half_height(second, x)) * half * t.sin()
    };
    (0..=STEPS).map(term).sum::<f64>() * h / 3.0
}

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let v: Vec<f64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let d = (v[3] - v[0]).hypot(v[4] - v[1]);
    let (first, second) = ((0.0, v[2]), (d, v[5]));
    let (from, to) = ((-v[2]).max(d - v[5]), v[2].min(d + v[5]));
    if from >= to {
        println!("0");
        return;
    }
    let crossing = if d > 0.0 { (d * d + v[2] * v[2] - v[5] * v[5]) / (2.0 * d) } else { from };
    let cut = crossing.clamp(from, to);
    println!("{}", integral(first, second, from, cut) + integral(first, second, cut, to));
}
