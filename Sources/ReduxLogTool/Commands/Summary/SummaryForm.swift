/// How a summary is written down, where that depends on who will read it.
struct SummaryForm: Sendable {
  /// The zone of the times.
  var times: TimeFormat
  /// What stands behind a time.
  var zone: String
  /// How many columns the lines of the log are fitted to.
  var columns: Int
  /// What the journal is called, by its path.
  var name: @Sendable (String) -> String

  /// For readers elsewhere: their clocks and folders are others.
  static let markdown = SummaryForm(times: .utc, zone: " UTC", columns: 100) { path in
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// A moment, given in microseconds since 1970.
  func moment(_ time: Int) -> String { times.display(Timestamp(microseconds: Int64(time))) + zone }
}
