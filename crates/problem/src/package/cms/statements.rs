//! Statements, which are PDFs: one in the task's own language, or one called after each language.

use std::collections::BTreeMap;

use crate::package::links::join;
use crate::package::reading::Reading;
use crate::package::tree::Folder;
use crate::version::{Markup, Statement};

const FOLDERS: [&str; 3] = ["statement", "testo", "statements"];

/// English names of languages to their codes.
const LANGUAGES: [(&str, &str); 58] = [
    ("afrikaans", "af"),
    ("arabic", "ar"),
    ("armenian", "hy"),
    ("azerbaijani", "az"),
    ("belarusian", "be"),
    ("bengali", "bn"),
    ("bosnian", "bs"),
    ("bulgarian", "bg"),
    ("catalan", "ca"),
    ("chinese", "zh"),
    ("croatian", "hr"),
    ("czech", "cs"),
    ("danish", "da"),
    ("dutch", "nl"),
    ("english", "en"),
    ("estonian", "et"),
    ("filipino", "fil"),
    ("finnish", "fi"),
    ("french", "fr"),
    ("georgian", "ka"),
    ("german", "de"),
    ("greek", "el"),
    ("hebrew", "he"),
    ("hindi", "hi"),
    ("hungarian", "hu"),
    ("icelandic", "is"),
    ("indonesian", "id"),
    ("irish", "ga"),
    ("italian", "it"),
    ("japanese", "ja"),
    ("kazakh", "kk"),
    ("korean", "ko"),
    ("kyrgyz", "ky"),
    ("latvian", "lv"),
    ("lithuanian", "lt"),
    ("macedonian", "mk"),
    ("malay", "ms"),
    ("mongolian", "mn"),
    ("norwegian", "no"),
    ("persian", "fa"),
    ("polish", "pl"),
    ("portuguese", "pt"),
    ("romanian", "ro"),
    ("russian", "ru"),
    ("serbian", "sr"),
    ("sinhala", "si"),
    ("slovak", "sk"),
    ("slovene", "sl"),
    ("spanish", "es"),
    ("swedish", "sv"),
    ("tajik", "tg"),
    ("tamil", "ta"),
    ("thai", "th"),
    ("turkish", "tr"),
    ("turkmen", "tk"),
    ("ukrainian", "uk"),
    ("uzbek", "uz"),
    ("vietnamese", "vi"),
];

/// By language. `own` is the task's.
pub(super) fn read(reading: &mut Reading, root: &Folder, own: &str) -> BTreeMap<String, Statement> {
    let mut statements = BTreeMap::new();
    for place in FOLDERS {
        let Some(folder) = root.folder(place) else { continue };
        let pdfs: Vec<_> =
            folder.files().filter_map(|(name, leaf)| Some((name.strip_suffix(".pdf")?, leaf))).collect();
        for (stem, leaf) in &pdfs {
            let language = match LANGUAGES.iter().find(|(name, _)| name == stem) {
                Some((_, tag)) => *tag,
                None if *stem == place || pdfs.len() == 1 => own,
                None => {
                    let message = "is ignored: it is called after no language, as english.pdf is";
                    reading.faults.warn(&format!("{place}/{stem}.pdf"), message);
                    continue;
                }
            };
            let path = join(place, &format!("{stem}.pdf"));
            if let Some(source) = reading.store(&path, *leaf) {
                statements.entry(language.to_owned()).or_insert(Statement { source, markup: Markup::Pdf });
            }
        }
    }
    if statements.is_empty() {
        reading.faults.warn(FOLDERS[0], "has no statement: it is statement/statement.pdf");
    }
    statements
}
