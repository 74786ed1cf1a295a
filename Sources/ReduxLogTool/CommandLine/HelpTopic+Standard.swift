import CommandLineKit

extension HelpTopic {
  /// The meanings of the exit codes.
  static let exitCodes = HelpTopic(
    "exit-codes", abstract: "What the exit codes mean.",
    sections: [HelpSection("EXIT CODES", ExitCode.meanings)])

  /// How to name a state in a journal.
  static let revisions = HelpTopic(
    "revisions", abstract: "How to name a state in a journal: FILE@REV.",
    sections: [
      HelpSection(
        "REVISIONS",
        [
          "FILE": "the whole journal, or its last state",
          "FILE@REV": "the state at REV",
          "FILE@A..B": "the actions after A up to B; omit A or B for the start or the end",
        ]),
      HelpSection(
        "REV",
        [
          "120": "the state with that seq; 0 is the initial state",
          "-1": "the last state; -2 the one before",
          "{2026-01-01T10:00}": "the last action at or before that time, in local time unless it says Z or +01:00",
          "{+3.5s}": "the last action within that time of the last session's start; units: h, m, s, ms",
          "NAME": "a mark",
          ":/TEXT": "the last action whose type contains the text",
          "h:ab12cd": "the state whose hash begins with these digits",
          "REV~3": "three states before REV",
          "REV:/tasks/0": "the value at that JSON Pointer (RFC 6901) in the state at REV",
        ],
        note: "If FILE@REV can be read in several ways, the longest existing path wins."),
    ])
}
