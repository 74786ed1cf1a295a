/// An option that a command takes, as data: parser, help and completions read it.
package struct OptionSpecification: Hashable, Sendable {
  /// The long name without its dashes: `type` for `--type`.
  package let name: String
  /// The letter of the short form, if there is one: `n` for `-n`.
  package let short: Character?
  /// The placeholder of the value in the help, or `nil` if the option is a flag.
  package let value: String?
  /// Whether the option may stand more than once.
  package let isRepeatable: Bool
  /// The only values that are accepted; empty if any is.
  package let allowedValues: [String]
  /// Whether the value is the path of a file, for completions.
  package let isPath: Bool
  /// What it does, in one sentence.
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

  /// The long form as it is typed: `--type`.
  package var spelling: String { "--\(name)" }

  /// How the list of options shows it: `-n, --number N`.
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

  /// The options that every command takes.
  package static let shared: [OptionSpecification] = [tool, color, noPager, help]

  /// `--format`, for a command that prints more than one.
  package static func format(_ formats: [OutputFormat]) -> OptionSpecification {
    OptionSpecification(
      "format", value: "FORMAT", allowedValues: formats.map(\.rawValue),
      help: "Print as \(formats.map(\.rawValue).joined(separator: ", ")).")
  }

  /// `--force`, for a command that writes a file.
  package static let force = OptionSpecification("force", help: "Overwrite an existing OUT.")
}
