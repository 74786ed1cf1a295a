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
