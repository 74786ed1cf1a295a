package import CommandLineKit

extension OptionSpecification {
  /// `--max-line`, for a command that reads journals.
  package static let maximumLine = OptionSpecification(
    "max-line", value: "BYTES", help: "The longest line that is read: a number, or one with K, M or G; 16M by default.")

  /// `--jobs`, for a command that folds whole journals.
  package static let jobs = OptionSpecification(
    "jobs", value: "N",
    help: "Fold the stretches between snapshots side by side, on N threads; as many as there are processors by default."
  )

  /// `--timeout`, for a command that folds journals in a process of its own.
  package static let timeout = OptionSpecification(
    "timeout", value: "DURATION",
    help: "How long the reducer may take for one action: 10s by default, or as 500ms or 2m; 0 for as long as it likes.")

  /// `--allow-redacted`, for a command that proves states.
  package static let allowRedacted = OptionSpecification(
    "allow-redacted", help: "Accept states that differ where a secret that was not recorded may be why.")

  /// `--allow-schema-changes`, for a command that proves states.
  package static let allowSchemaChanges = OptionSpecification(
    "allow-schema-changes",
    help: "Accept states whose shape changed since they were recorded, if no snapshot differs.")
}
