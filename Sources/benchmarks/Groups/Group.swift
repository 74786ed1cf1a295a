/// Rows that are measured together because they share a setup.
struct Group: Sendable {
  let rows: [RowDescription]
  private let measureRows: @Sendable (Conditions) throws -> [Measurement]

  /// - Parameters:
  ///   - rows: The rows' descriptions.
  ///   - measure: Returns one measurement per row, in order. Times are in nanoseconds.
  init(_ rows: [RowDescription], measure: @escaping @Sendable (Conditions) throws -> [Measurement]) {
    self.rows = rows
    measureRows = measure
  }

  /// Measures all rows.
  ///
  /// - Throws: The error that prevents it, such as a full disk or a missing program.
  func measure(under conditions: Conditions) throws -> [Row] {
    let measurements = try measureRows(conditions)
    precondition(measurements.count == rows.count, "a group measured other rows than it describes")
    return zip(rows, measurements).map { Row(description: $0, measurement: $1.scaled(by: $0.scale)) }
  }

  /// All groups, in the order of the output.
  static func all(_ effort: Effort) -> [Group] {
    [
      recordCost, recordOptions, recordFlat, recordWait, recordBytes,
      persist, persistRows, restore,
      actionCoding, stateCoding, follow, followPatches,
      replay, replayFolder, replayMemory, bake,
      seek, find, inspect, start,
      report, reportPage,
    ].map { $0(effort) }
  }
}
