/// Rows that are measured together because they share a setup.
struct Group: Sendable {
  let rows: [RowDescription]
  private let measureRows: @Sendable (Conditions) throws -> [Measurement]

  /// - Parameters:
  ///   - rows: The rows' descriptions.
  ///   - measure: Returns one measurement per row, in order.
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
    return zip(rows, measurements).map(Row.init)
  }

  /// All groups, in the order of the output.
  static func all(_ effort: Effort) -> [Group] {
    [
      recordCost, recordBuffered, recordRules, recordKey, recordPatches, recordHashing, recordFlat, recordWait,
      recordRotation, recordBytes, causes,
      persist, persistRows, restore,
      table, tasks,
      actionCoding, stateCoding, plainHash, follow, followHash, followPatches, diff,
      replay, replayFewSnapshots, replayFolder, replayFound, replayInputs, replayMemory, bake,
      seek, find, minimize, histories, inspect, start,
      report, reportPage,
    ].map { $0(effort) }
  }
}
