/// A titled part of a help page: terms with their meanings, and a closing note.
package struct HelpSection: Hashable, Sendable {
  /// A term with its meaning.
  package struct Row: Hashable, Sendable {
    let term: String
    let meaning: String
  }

  let title: String
  let rows: [Row]
  let note: String

  /// Creates a section; the page shows its title in capitals.
  package init(_ title: String, _ rows: KeyValuePairs<String, String>, note: String = "") {
    self.title = title
    self.rows = rows.map { Row(term: $0.key, meaning: $0.value) }
    self.note = note
  }

  /// Creates a section from rows that the tool has in a table; the page shows its title in capitals.
  package init(_ title: String, rows: [(term: String, meaning: String)]) {
    self.title = title
    self.rows = rows.map { Row(term: $0.term, meaning: $0.meaning) }
    note = ""
  }

  /// The rows for a table.
  var table: [(term: String, meaning: String)] { rows.map { ($0.term, $0.meaning) } }
}

/// A help page that belongs to no command.
package struct HelpTopic: Hashable, Sendable {
  /// The word that `help` accepts.
  package let name: String
  let abstract: String
  let sections: [HelpSection]

  /// Creates a page that `help NAME` shows.
  package init(_ name: String, abstract: String, sections: [HelpSection]) {
    self.name = name
    self.abstract = abstract
    self.sections = sections
  }
}
