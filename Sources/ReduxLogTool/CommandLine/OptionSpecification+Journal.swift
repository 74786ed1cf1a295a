package import CommandLineKit

extension OptionSpecification {
  /// `--max-line`, for a command that reads journals.
  package static let maximumLine = OptionSpecification(
    "max-line", value: "BYTES", help: "Accept lines of up to BYTES, such as 64M or 1G (default: 16M).")

  /// `--jobs`, for a command that replays whole journals.
  package static let jobs = OptionSpecification(
    "jobs", value: "N",
    help: "Share journals, and the chunks between snapshots, among N threads (default: one per processor)."
  )

  /// `--timeout`, for a command that replays journals in a separate process.
  package static let timeout = OptionSpecification(
    "timeout", value: "DURATION",
    help: "Stop a reducer that takes longer for one action (default: 10s). 0 disables the limit.")

  /// `--allow-redacted`, for a command that proves states.
  package static let allowRedacted = OptionSpecification(
    "allow-redacted", help: "Accept states that differ where a redacted value may be the reason.")

  /// `--allow-unproven`, for a command that proves states.
  package static let allowUnproven = OptionSpecification(
    "allow-unproven", help: "Accept states that can't be proven, such as those after an action that can't be replayed.")

  /// `--allow-schema-changes`, for a command that proves states.
  package static let allowSchemaChanges = OptionSpecification(
    "allow-schema-changes",
    help: "Accept states whose shape changed since they were recorded, if no snapshot differs.")
}
