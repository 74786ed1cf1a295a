/// A command's name, arguments and options, for parser, help and completions.
package struct CommandSpecification: Sendable {
  /// An example command line.
  package struct Example: Hashable, Sendable {
    /// The arguments as typed, without the tool's name.
    package let arguments: String
    /// Its effect.
    package let meaning: String

    /// Creates an example.
    package init(_ arguments: String, _ meaning: String) {
      self.arguments = arguments
      self.meaning = meaning
    }
  }

  /// The command's name.
  package let name: String
  /// Its purpose, in one line.
  package let abstract: String
  /// Its properties, by which tests choose commands.
  package let traits: Set<CommandTrait>
  /// Its description: paragraphs with their line breaks.
  package let overview: String
  /// Example command lines.
  package let examples: [Example]
  /// The positional arguments, in order.
  package let arguments: [ArgumentSpecification]
  /// The command's own options, without the shared ones.
  package let options: [OptionSpecification]
  /// Which options can be given together; the parser checks these in their order.
  package let rules: [OptionRule]
  /// Further sections of the help page, such as exit codes.
  package let sections: [HelpSection]

  /// Creates a specification.
  package init(
    name: String, abstract: String, traits: Set<CommandTrait>, overview: String = "", examples: [Example] = [],
    arguments: [ArgumentSpecification] = [], options: [OptionSpecification] = [],
    rules: [OptionRule] = [], sections: [HelpSection] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.traits = traits
    self.overview = overview
    self.examples = examples
    self.arguments = arguments
    self.options = options
    self.rules = rules
    self.sections = sections
  }

  /// The command's own options and the shared ones.
  package var allOptions: [OptionSpecification] { options + OptionSpecification.shared }
}

/// A positional argument of a command, for parser, help and completions.
package struct ArgumentSpecification: Hashable, Sendable {
  /// How many arguments it accepts.
  package enum Arity: Hashable, Sendable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// Any number.
    case any
    /// At least one.
    case oneOrMore
    /// All arguments after a word, as they are, even options; none without it.
    case rest(after: String)
  }

  /// The candidates that a completion script offers.
  package enum Completion: Hashable, Sendable {
    /// Names of files.
    case files
    /// The commands, and these words.
    case commands(besides: [String])
    /// Nothing.
    case nothing
  }

  /// The placeholder in the help, in capitals: `FILE`.
  package let name: String
  /// Its meaning, in one sentence.
  package let help: String
  /// How many arguments it accepts.
  package let arity: Arity
  /// The candidates that a completion script offers.
  package let completion: Completion

  /// Creates a specification.
  package init(_ name: String, arity: Arity = .one, completion: Completion = .files, help: String) {
    self.name = name
    self.arity = arity
    self.completion = completion
    self.help = help
  }

  /// Its form in a usage line.
  var usage: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)...]"
    case .oneOrMore: "\(name)..."
    case .rest(let word): "[\(word) \(name)...]"
    }
  }
}

/// An option of a command, for parser, help and completions.
package struct OptionSpecification: Hashable, Sendable {
  /// The long name without its dashes: `type` for `--type`.
  package let name: String
  /// The letter of the short form, if any: `n` for `-n`.
  package let short: Character?
  /// The placeholder of the value in the help, or `nil` if the option is a flag.
  package let value: String?
  /// Whether the option may be repeated.
  package let isRepeatable: Bool
  /// The allowed values; empty if any value is allowed.
  package let allowedValues: [String]
  /// Whether the value is the path of a file, for completions.
  package let isPath: Bool
  /// Its effect, in one sentence.
  package let help: String

  /// Creates a specification.
  package init(
    _ name: String, short: Character? = nil, value: String? = nil, isRepeatable: Bool = false,
    allowedValues: [String] = [], isPath: Bool = false, help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.isRepeatable = isRepeatable
    self.allowedValues = allowedValues
    self.isPath = isPath
    self.help = help
  }

  /// The long form as typed: `--type`.
  package var spelling: String { "--\(name)" }

  /// Its form in the list of options: `-n, --number N`.
  package var usage: String {
    let names = short.map { "-\($0), \(spelling)" } ?? spelling
    return value.map { "\(names) \($0)" } ?? names
  }
}

extension OptionSpecification {
  /// `--help`.
  package static let help = OptionSpecification("help", short: "h", help: "Show this help.")

  /// `--color`.
  package static let color = OptionSpecification(
    "color", value: "WHEN", allowedValues: ColorChoice.allCases.map(\.rawValue),
    help: "Color the output: auto, always or never.")

  /// `--tool`.
  package static let tool = OptionSpecification(
    "tool", value: "PATH", isPath: true,
    help: "Run the tool at PATH instead, such as one that contains the app's reducers.")

  /// `--no-pager`.
  package static let noPager = OptionSpecification(
    "no-pager", help: "Don't page long output. The pager is REDUXLOG_PAGER, else PAGER, else less.")

  /// The options of every command.
  package static let shared: [OptionSpecification] = [tool, color, noPager, help]

  /// `--format`, for a command with several formats.
  package static func format(_ formats: [OutputFormat]) -> OptionSpecification {
    OptionSpecification(
      "format", value: "FORMAT", allowedValues: formats.map(\.rawValue),
      help: "Print as \(formats.map(\.rawValue).joined(separator: ", ")).")
  }

  /// `--force`, for a command that writes a file.
  package static let force = OptionSpecification("force", help: "Overwrite an existing OUT.")
}

/// A format of a command's result.
package enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  /// For people.
  case human
  /// For people who read it in a ticket.
  case markdown
  /// For people, in a browser.
  case html
  /// One JSON document.
  case json
  /// One JSON document per line.
  case ndjson
  /// A bare array of RFC 6902 operations.
  case jsonPatch = "json-patch"
  /// Annotations of GitHub Actions.
  case github
  /// A JUnit XML report.
  case junit
}

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

  /// Returns a section that explains the exit codes of a command.
  package static func exitCodes(_ rows: KeyValuePairs<String, String>, note: String = "") -> HelpSection {
    HelpSection("EXIT CODES", rows, note: note)
  }

  /// Returns a section that explains special cases of a command.
  package static func specialCases(_ rows: KeyValuePairs<String, String>) -> HelpSection {
    HelpSection("SPECIAL CASES", rows)
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

/// Options that many commands share.
///
/// A command's help page names them in one line; the group's own page, a help topic, describes them.
package struct OptionGroup: Hashable, Sendable {
  /// The name of the topic: `journal-options`.
  package let name: String
  /// The options.
  package let options: [OptionSpecification]
  private let abstract: String

  /// Creates a group, whose name ends with `-options`.
  package init(_ name: String, abstract: String, _ options: [OptionSpecification]) {
    self.name = name
    self.abstract = abstract
    self.options = options
  }

  /// The page that describes the options.
  var topic: HelpTopic {
    let title = name.uppercased().replacing("-", with: " ")
    return HelpTopic(
      name, abstract: abstract, sections: [HelpSection(title, rows: options.map { ($0.usage, $0.help) })])
  }

  /// The options of every command.
  static let common = OptionGroup(
    "common-options", abstract: "Options of every command.", OptionSpecification.shared)
}

extension OptionSpecification {
  /// The tool's own options, which replace a command.
  package static let own: [OptionSpecification] = [help, version, generateCompletionScript, generateManual]
  static let version = OptionSpecification("version", help: "Print the version.")
  static let generateCompletionScript = OptionSpecification(
    "generate-completion-script", value: "SHELL", allowedValues: ["bash", "zsh", "fish"],
    help: "Print a completion script for bash, zsh or fish.")
  static let generateManual = OptionSpecification("generate-manual", help: "Print the manual page, for man.")
}
