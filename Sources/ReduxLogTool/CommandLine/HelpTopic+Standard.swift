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
          "FILE:/tasks/0": "the value at that JSON Pointer (RFC 6901) in the last state",
          "FILE@A..B": "the actions after A up to B; omit A or B for the start or the end",
        ]),
      HelpSection(
        "REV",
        [
          "120": "the state with that seq; 0 is the initial state",
          "-1": "the last state; -2 the one before",
          "{2026-01-01T10:00}": "the last action at or before that time, in local time unless it says Z or +01:00",
          "{+3.5s}": "the last action within that time of the last session's start; units: d, h, m, s, ms",
          "NAME": "a mark",
          ":/TEXT": "the last action whose type contains the text",
          "h:ab12cd": "the state whose hash begins with these digits",
          "REV~3": "three states before REV",
          "REV:/tasks/0": "the value at that JSON Pointer in the state at REV",
        ],
        note: "If FILE@REV can be read in several ways, the longest existing path wins."),
    ])

  /// Queries and conditions on states and records.
  static let expressions = HelpTopic(
    "expressions", abstract: "Queries and conditions on JSON (RFC 9535).",
    sections: [
      HelpSection(
        "QUERIES",
        [
          "$.items[0].title": "a member, an element, a member of it; [-1] is the last element",
          "$['first name']": "a member whose name isn't a plain word",
          "$.items[*].title": "the title of each element, or of each member's value",
          "$.items[1:4]": "elements 1 to 3; [::-1] all, from the last to the first",
          "$..price": "all members of that name, at any depth",
          "$.items[?@.done]": "the elements that have a member 'done', whatever its value",
          "$.items[?@.price < 10]": "the elements that satisfy a condition; @ is the element, $ the document",
        ]),
      HelpSection(
        "CONDITIONS",
        [
          "== != < <= > >=":
            "compare numbers by exact decimal value, texts by Unicode scalars; a missing value equals only another",
          "&& || ! ( )": "combine conditions; ! needs parentheses around a comparison",
          "$.error": "holds if the query selects anything, even null or false",
        ]),
      HelpSection(
        "FUNCTIONS",
        [
          "length(VALUE)": "the number of characters, elements or members",
          "count(QUERY)": "the number of selected values",
          "value(QUERY)": "the selected value, if it is the only one",
          "match(TEXT, REGEXP)": "whether the whole text matches (RFC 9485); search() looks for a part",
          "sum(QUERY)": "the exact sum of numbers; min() and max() likewise",
          "keys(QUERY)": "the names of all members, in count(), value(), subset() and unique()",
          "subset(QUERY, QUERY)": "whether each value of the first is one of the second; a name equals its number",
          "unique(QUERY)": "whether no two values are equal",
          "plus(A, B)": "the exact sum of two numbers; minus(A, B) the difference",
        ],
        note:
          "Use single quotes around an expression in a shell. An evaluation visits up to 10,000,000 values of a document."
      ),
    ])
}
