//! Accents: `\'e` is é.

/// Command, combining mark, letters that take it, and the same with it on. Others get the mark itself.
const ACCENTS: [(&str, char, &str, &str); 15] = [
    ("'", '\u{301}', "aAcCeEgGiIkKlLmMnNoOpPrRsSuUwWyYzZ", "áÁćĆéÉǵǴíÍḱḰĺĹḿḾńŃóÓṕṔŕŔśŚúÚẃẂýÝźŹ"),
    ("`", '\u{300}', "aAeEiInNoOuUwWyY", "àÀèÈìÌǹǸòÒùÙẁẀỳỲ"),
    ("^", '\u{302}', "aAcCeEgGhHiIjJoOsSuUwWyYzZ", "âÂĉĈêÊĝĜĥĤîÎĵĴôÔŝŜûÛŵŴŷŶẑẐ"),
    ("\"", '\u{308}', "aAeEhHiIoOtuUwWxXyY", "äÄëËḧḦïÏöÖẗüÜẅẄẍẌÿŸ"),
    ("~", '\u{303}', "aAeEiInNoOuUvVyY", "ãÃẽẼĩĨñÑõÕũŨṽṼỹỸ"),
    ("=", '\u{304}', "aAeEgGiIoOuUyY", "āĀēĒḡḠīĪōŌūŪȳȲ"),
    (".", '\u{307}', "aAbBcCdDeEfFgGhHImMnNoOpPrRsStTwWxXyYzZ", "ȧȦḃḂċĊḋḊėĖḟḞġĠḣḢİṁṀṅṄȯȮṗṖṙṘṡṠṫṪẇẆẋẊẏẎżŻ"),
    ("u", '\u{306}', "aAeEgGiIoOuU", "ăĂĕĔğĞĭĬŏŎŭŬ"),
    ("v", '\u{30c}', "aAcCdDeEgGhHiIjkKlLnNoOrRsStTuUzZ", "ǎǍčČďĎěĚǧǦȟȞǐǏǰǩǨľĽňŇǒǑřŘšŠťŤǔǓžŽ"),
    ("H", '\u{30b}', "oOuU", "őŐűŰ"),
    ("c", '\u{327}', "cCdDeEgGhHkKlLnNrRsStT", "çÇḑḐȩȨģĢḩḨķĶļĻņŅŗŖşŞţŢ"),
    ("d", '\u{323}', "aAbBdDeEhHiIkKlLmMnNoOrRsStTuUvVwWyYzZ", "ạẠḅḄḍḌẹẸḥḤịỊḳḲḷḶṃṂṇṆọỌṛṚṣṢṭṬụỤṿṾẉẈỵỴẓẒ"),
    ("b", '\u{331}', "bBdDhkKlLnNrRtTzZ", "ḇḆḏḎẖḵḴḻḺṉṈṟṞṯṮẕẔ"),
    ("k", '\u{328}', "aAeEiIoOuU", "ąĄęĘįĮǫǪųŲ"),
    ("r", '\u{30a}', "aAuUwy", "åÅůŮẘẙ"),
];

/// Whether the command puts an accent on what follows.
pub(super) fn is_accent(command: &str) -> bool {
    ACCENTS.iter().any(|(name, ..)| *name == command)
}

/// `letter` with the accent of that command.
pub(super) fn accented(command: &str, letter: char) -> String {
    let Some((_, mark, plain, with)) = ACCENTS.iter().find(|(name, ..)| *name == command) else {
        return letter.to_string();
    };
    let composed = plain.chars().zip(with.chars()).find(|(plain, _)| *plain == letter);
    composed.map_or_else(|| format!("{letter}{mark}"), |(_, composed)| composed.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_get_their_accent_in_one_character_where_there_is_one() {
        for (command, letter, wanted) in [
            ("'", 'e', "é"),
            ("\"", 'O', "Ö"),
            ("v", 'S', "Š"),
            ("c", 'c', "ç"),
            ("H", 'u', "ű"),
            ("k", 'a', "ą"),
            ("'", 'б', "б\u{301}"),
        ] {
            assert_eq!(accented(command, letter), wanted);
        }
        assert!(is_accent("r") && !is_accent("t"));
    }
}
