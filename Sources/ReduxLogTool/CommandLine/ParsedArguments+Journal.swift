package import CommandLineKit
import ReduxJournal
import ReduxNotation
import SystemSupport

extension ParsedArguments {
  /// The line limit from `--max-line`.
  ///
  /// - Throws: `UsageError`.
  package func maximumLineBytes() throws(UsageError) -> Int {
    try byteCount(of: .maximumLine) ?? JournalLimits.maximumLineBytes
  }

  /// The value of `--jobs`; without it, the number of processors.
  ///
  /// - Throws: `UsageError` if it isn't a number of threads.
  package func jobs() throws(UsageError) -> Int { try integer(of: .jobs, in: 1...256) ?? Platform.processorCount }

  /// The time limit for an action without `--timeout`.
  static var defaultTimeout: Duration { .seconds(10) }

  /// The value of `--timeout`; by default 10 seconds. `nil` for no limit.
  ///
  /// - Throws: `UsageError` if it isn't a duration.
  package func timeout() throws(UsageError) -> Duration? {
    guard let text = value(of: .timeout) else { return ParsedArguments.defaultTimeout }
    if text == "0" { return nil }
    guard let microseconds = DurationFormat.parse(text) else {
      throw UsageError(
        "option '\(OptionSpecification.timeout.spelling)': expected a duration, such as 500ms, 10s or 2m, or 0 for no limit, "
          + "found '\(text)'")
    }
    return microseconds == 0 ? nil : .microseconds(microseconds)
  }
}
