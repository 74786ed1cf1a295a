import ReduxNotation

/// The form of a summary, depending on its readers.
struct SummaryForm: Sendable {
  /// The zone of the times.
  var times: TimeFormat
  /// The text after a time.
  var zone: String
  /// The width of the log's lines.
  var columns: Int
  /// Returns a journal's name from its path.
  var name: @Sendable (String) -> String

  /// For readers elsewhere, with other time zones and folders.
  static let markdown = SummaryForm(times: .utc, zone: " UTC", columns: 100) { path in
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Formats a moment in microseconds since 1970.
  func moment(_ time: Int) -> String { times.display(Timestamp(microseconds: Int64(time))) + zone }
}
