//! Many bytes at once.

/// What most formats call whitespace: space, tab, line feed, vertical tab, form feed, carriage return.
pub(crate) fn is_space(byte: u8) -> bool {
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5)
}

/// Where the last space of some bytes is.
pub(crate) fn last_space(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    // The compiler looks at many bytes of a step at once.
    for step in bytes.rchunks(STEP) {
        let start = end - step.len();
        if step.iter().fold(false, |any, &byte| any | is_space(byte)) {
            return step.iter().rposition(|&byte| is_space(byte)).map(|at| start + at);
        }
        end = start;
    }
    None
}

const STEP: usize = 128;

/// How many bytes two slices have in common at their start.
#[inline]
pub(crate) fn same_bytes(a: &[u8], b: &[u8]) -> usize {
    let most = a.len().min(b.len());
    let (a, b) = (&a[..most], &b[..most]);
    // Most differences come soon after the one before.
    match (a.split_at_checked(NEAR), b.split_at_checked(NEAR)) {
        (Some((near_a, far_a)), Some((near_b, far_b))) => match same_words(near_a, near_b) {
            NEAR => NEAR + same_blocks(far_a, far_b),
            same => same,
        },
        _ => same_words(a, b),
    }
}

/// What is looked at word by word before whole blocks are compared.
const NEAR: usize = 32;
const FAR: usize = 1024;

/// As [`same_bytes`], of two slices of one length.
fn same_blocks(a: &[u8], b: &[u8]) -> usize {
    let same = a.chunks(FAR).zip(b.chunks(FAR)).take_while(|(a, b)| a == b).count();
    let start = (same * FAR).min(a.len());
    let end = (start + FAR).min(a.len());
    start + same_words(&a[start..end], &b[start..end])
}

/// As [`same_bytes`], of two slices of one length.
#[inline]
fn same_words(a: &[u8], b: &[u8]) -> usize {
    let ((a_words, a_rest), (b_words, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    for (at, (a, b)) in a_words.iter().zip(b_words).enumerate() {
        let differs = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if differs != 0 {
            return at * 8 + differs.trailing_zeros() as usize / 8;
        }
    }
    a_words.len() * 8 + a_rest.iter().zip(b_rest).take_while(|(a, b)| a == b).count()
}

/// Bytes of one kind, such as those that stand between words: none above the space.
pub(crate) struct Class([bool; 256]);

impl Class {
    pub(crate) const fn of(bytes: &[u8]) -> Self {
        let mut class = [false; 256];
        let mut at = 0;
        while at < bytes.len() {
            assert!(bytes[at] <= b' ');
            class[bytes[at] as usize] = true;
            at += 1;
        }
        Self(class)
    }

    pub(crate) fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte)]
    }

    /// How many bytes of this kind `bytes` begins with.
    pub(crate) fn run(&self, bytes: &[u8]) -> usize {
        bytes.iter().take_while(|&&byte| self.has(byte)).count()
    }

    /// How many bytes of other kinds `bytes` begins with.
    pub(crate) fn run_of_others(&self, bytes: &[u8]) -> usize {
        let mut at = 0;
        loop {
            at += above_space(&bytes[at..]);
            match bytes.get(at) {
                Some(&byte) if !self.has(byte) => at += 1,
                _ => return at,
            }
        }
    }

    /// How many bytes `bytes` has without those of this kind at its end.
    pub(crate) fn trimmed(&self, bytes: &[u8]) -> usize {
        bytes.iter().rposition(|&byte| !self.has(byte)).map_or(0, |at| at + 1)
    }
}

/// How many bytes above the space `bytes` surely begins with.
fn above_space(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    for (at, word) in bytes.as_chunks::<8>().0.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // The top bit of each byte that is at most a space; of the first of them for sure.
        let low = word.wrapping_sub(ONES * 0x21) & !word & (ONES * 0x80);
        if low != 0 {
            return at * 8 + low.trailing_zeros() as usize / 8;
        }
    }
    bytes.len() / 8 * 8
}

/// Whitespace to C, Python and most formats.
pub(crate) static SPACES: Class = Class::of(b" \t\n\x0b\x0c\r");
/// Whitespace to testlib.
pub(crate) static TESTLIB: Class = Class::of(b" \t\n\r");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_start_is_found_wherever_it_ends() {
        let a: Vec<u8> = (0..5000).map(|i| (i % 251) as u8).collect();
        for at in [0, 1, 7, 8, 31, 32, 33, 63, 64, 127, 128, 129, 500, 999, 1055, 1056, 4999] {
            let mut b = a.clone();
            b[at] ^= 1;
            assert_eq!(same_bytes(&a, &b), at);
        }
        assert_eq!(same_bytes(&a, &a), 5000);
        assert_eq!(same_bytes(&a, &a[..1234]), 1234);
        assert_eq!(same_bytes(&[], &[]), 0);
    }

    #[test]
    fn a_run_ends_at_the_first_byte_of_the_class_and_at_no_other() {
        for length in 0..40 {
            let mut text: Vec<u8> =
                (0..=255).cycle().filter(|&byte| !SPACES.has(byte)).take(length).collect();
            assert_eq!(SPACES.run_of_others(&text), length);
            text.extend(b" x y");
            assert_eq!(SPACES.run_of_others(&text), length);
            text[length] = b'\x0b';
            assert_eq!((SPACES.run_of_others(&text), TESTLIB.run_of_others(&text)), (length, length + 2));
        }
    }

    #[test]
    fn the_last_space_is_found_wherever_it_is() {
        for at in [0, 1, 127, 128, 129, 500, 999] {
            let mut text = vec![b'x'; 1000];
            text[at] = b'\n';
            assert_eq!(last_space(&text), Some(at));
            text[0] = b' ';
            assert_eq!(last_space(&text), Some(at));
        }
        assert_eq!(last_space(&[b'x'; 300]), None);
        assert_eq!(last_space(b""), None);
    }
}
