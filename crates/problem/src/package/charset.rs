//! Texts of which nobody can be sure in which encoding they are.

use encoding_rs::{Encoding, GBK, UTF_8, WINDOWS_1252};

/// In the encoding that its first bytes mark, else that `declared` names, else UTF-8, else windows-1252, which has every
/// byte. Line ends are plain afterwards.
pub(super) fn decode(bytes: &[u8], declared: Option<&str>) -> String {
    let declared = declared.and_then(|label| Encoding::for_label(label.as_bytes()));
    let marked = Encoding::for_bom(bytes);
    let bytes = marked.map_or(bytes, |(_, mark)| &bytes[mark..]);
    let tried = [marked.map(|(encoding, _)| encoding), declared, Some(UTF_8)].into_iter().flatten();
    let text = tried
        .filter_map(|encoding| encoding.decode_without_bom_handling_and_without_replacement(bytes))
        .next()
        .unwrap_or_else(|| WINDOWS_1252.decode_without_bom_handling(bytes).0);
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// A name that is surely Chinese: what begins common characters draws boxes in the alphabets of MS-DOS.
pub(super) fn chinese(bytes: &[u8]) -> Option<String> {
    let common = bytes.windows(2).any(|pair| (0xb0..=0xd7).contains(&pair[0]) && pair[1] >= 0xa1);
    let text = GBK.decode_without_bom_handling_and_without_replacement(bytes).filter(|_| common)?;
    Some(text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_chinese_windows_are_told_from_those_of_ms_dos() {
        let gbk = |text: &str| GBK.encode(text).0.into_owned();
        assert_eq!(chinese(&gbk("求和/测试1.in")).as_deref(), Some("求和/测试1.in"));
        // cp866: тест1.in; cp437: Größe.
        assert_eq!(chinese(b"\xe2\xa5\xe1\xe21.in"), None);
        assert_eq!(chinese(b"Gr\x94\xe1e"), None);
        assert_eq!(chinese(b"plain"), None);
    }

    #[test]
    fn a_text_is_read_as_declared_else_as_utf_8_else_as_windows_1252() {
        assert_eq!(decode(b"\xcf\xf0\xe8", Some("windows-1251")), "При");
        assert_eq!(decode("При".as_bytes(), None), "При");
        assert_eq!(decode("При".as_bytes(), Some("no-such")), "При");
        assert_eq!(decode(b"caf\xe9", None), "café");
        assert_eq!(decode(b"caf\xe9", Some("UTF-8")), "café");
        assert_eq!(decode(b"\xef\xbb\xbfx", Some("windows-1251")), "x");
        assert_eq!(decode(b"\xff\xfex\0", None), "x");
        assert_eq!(decode(b"a\r\nb\rc", None), "a\nb\nc");
    }
}
