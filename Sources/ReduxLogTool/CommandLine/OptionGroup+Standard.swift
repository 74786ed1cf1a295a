import CommandLineKit

extension OptionGroup {
  /// The options of commands that read or write journals.
  static let journals = OptionGroup(
    "journal-options", abstract: "Options for reading and writing journals.", [.maximumLine, .keyFile])

  /// The options of commands that replay journals.
  static let replaying = OptionGroup(
    "replay-options", abstract: "Options for replaying journals with an app's reducers.",
    [.jobs, .timeout, .allowRedacted, .allowUnproven, .allowSchemaChanges])

  /// The options of commands that write under rules.
  static let redaction = OptionGroup(
    "redaction-options", abstract: "Options for redacting secrets.", OptionSpecification.rules)
}
