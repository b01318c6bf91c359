//! The words that the commands of contests' styles stand for.

/// A heading of a part of the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Title {
    Input,
    Output,
    Interaction,
    Scoring,
    Note,
    Examples,
    Explanation,
    Constraints,
    Hint,
}

impl Title {
    pub(super) const ALL: [Self; 9] = [
        Self::Input,
        Self::Output,
        Self::Interaction,
        Self::Scoring,
        Self::Note,
        Self::Examples,
        Self::Explanation,
        Self::Constraints,
        Self::Hint,
    ];

    /// Names of the commands that mean it.
    pub(super) fn commands(self) -> &'static str {
        match self {
            Self::Input => "InputFile Input",
            Self::Output => "OutputFile Output",
            Self::Interaction => "Interaction Protocol",
            Self::Scoring => "Scoring Subtasks Subtask",
            Self::Note => "Note Notes",
            Self::Examples => "Example Examples Sample Samples",
            Self::Explanation => "Explanation Explanations",
            Self::Constraints => "Constraints Limits",
            Self::Hint => "Hint Hints",
        }
    }

    /// In the statement's language, if we know the words, else in English.
    pub(super) fn words(self, language: &str) -> &'static str {
        let russian = language == "ru" || language.starts_with("ru-");
        match (self, russian) {
            (Self::Input, false) => "Input",
            (Self::Input, true) => "Входные данные",
            (Self::Output, false) => "Output",
            (Self::Output, true) => "Выходные данные",
            (Self::Interaction, false) => "Interaction",
            (Self::Interaction, true) => "Протокол взаимодействия",
            (Self::Scoring, false) => "Scoring",
            (Self::Scoring, true) => "Система оценки",
            (Self::Note, false) => "Note",
            (Self::Note, true) => "Примечание",
            (Self::Examples, false) => "Examples",
            (Self::Examples, true) => "Примеры",
            (Self::Explanation, false) => "Explanation",
            (Self::Explanation, true) => "Пояснение",
            (Self::Constraints, false) => "Constraints",
            (Self::Constraints, true) => "Ограничения",
            (Self::Hint, false) => "Hint",
            (Self::Hint, true) => "Подсказка",
        }
    }
}
