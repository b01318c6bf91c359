//! Samples are fences in the statement: `input1` and `output1`, and so on.

/// One whose input and output are both there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) number: u32,
    pub(super) input: String,
    pub(super) output: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Input,
    Output,
}

/// A fence of the text: its lines, without and with the fence itself.
struct Fence<'a> {
    part: Part,
    number: u32,
    inside: Vec<&'a str>,
    lines: std::ops::Range<usize>,
}

/// The samples in the order of their numbers, and the text without them.
pub(super) fn split(text: &str) -> (Vec<Sample>, String) {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let fences = fences(&lines);
    let of =
        |part: Part, number: u32| fences.iter().find(|fence| fence.part == part && fence.number == number);
    let mut samples = Vec::new();
    let mut taken = vec![false; lines.len()];
    for input in fences.iter().filter(|fence| fence.part == Part::Input) {
        let Some(output) = of(Part::Output, input.number) else { continue };
        if samples.iter().any(|sample: &Sample| sample.number == input.number) {
            continue;
        }
        samples.push(Sample {
            number: input.number,
            input: input.inside.concat(),
            output: output.inside.concat(),
        });
        input.lines.clone().chain(output.lines.clone()).for_each(|line| taken[line] = true);
    }
    samples.sort_by_key(|sample| sample.number);
    let rest = lines.iter().zip(taken).filter(|(_, taken)| !taken).map(|(line, _)| *line).collect();
    (samples, rest)
}

fn fences<'a>(lines: &[&'a str]) -> Vec<Fence<'a>> {
    let mut fences = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some((mark, info)) = opening(lines[at]) else {
            at += 1;
            continue;
        };
        let closing = |line: &&str| {
            line.trim().len() >= mark.len() && line.trim().bytes().all(|c| mark.starts_with(c as char))
        };
        let length = lines[at + 1..].iter().take_while(|line| !closing(line)).count();
        let end = (at + length + 2).min(lines.len());
        if let Some((part, number)) = part(info) {
            fences.push(Fence {
                part,
                number,
                inside: lines[at + 1..at + 1 + length].to_vec(),
                lines: at..end,
            });
        }
        at = end;
    }
    fences
}

/// The marks of a fence that begins here, and what it says.
fn opening(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.chars().take_while(|c| *c == mark).count();
    let (marks, info) = line.split_at(length);
    (length >= 3 && !info.contains('`')).then_some((marks, info.trim()))
}

fn part(info: &str) -> Option<(Part, u32)> {
    let (part, number) = match (info.strip_prefix("input"), info.strip_prefix("output")) {
        (Some(number), _) => (Part::Input, number),
        (None, Some(number)) => (Part::Output, number),
        (None, None) => return None,
    };
    Some((part, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_taken_out_of_the_text() {
        let text = "# Sum\n\n```input1\n1 2\n```\n\n```output1\n3\n```\n\n~~~ input2\n3 4\n~~~\n~~~output2\n7\n~~~\nEnd\n";
        let (samples, rest) = split(text);
        let told: Vec<(u32, &str, &str)> = samples
            .iter()
            .map(|sample| (sample.number, sample.input.as_str(), sample.output.as_str()))
            .collect();
        assert_eq!(told, [(1, "1 2\n", "3\n"), (2, "3 4\n", "7\n")]);
        assert_eq!(rest, "# Sum\n\n\n\nEnd\n");
    }

    #[test]
    fn other_fences_and_half_samples_stay() {
        for text in [
            "```cpp\nint x;\n```\n",
            "```input1\n1\n```\n",
            "```input1\n1\n",
            "```",
            "````\n```input1\n```\n````\n",
        ] {
            let (samples, rest) = split(text);
            assert_eq!((samples.len(), rest.as_str()), (0, text));
        }
    }
}
