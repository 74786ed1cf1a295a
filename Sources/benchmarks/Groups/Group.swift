/// Rows that are measured together, because they share what has to be made first.
struct Group: Sendable {
  let rows: [RowDescription]
  private let measureRows: @Sendable (Conditions) throws -> [Measurement]

  /// - Parameters:
  ///   - rows: What is measured.
  ///   - measure: Measures it, and gives one measurement for each row, in their order.
  init(_ rows: [RowDescription], measure: @escaping @Sendable (Conditions) throws -> [Measurement]) {
    self.rows = rows
    measureRows = measure
  }

  /// Measures all rows.
  ///
  /// - Throws: What stands in the way: a full disk, a program that isn't there.
  func measure(under conditions: Conditions) throws -> [Row] {
    let measurements = try measureRows(conditions)
    precondition(measurements.count == rows.count, "a group measured other rows than it describes")
    return zip(rows, measurements).map(Row.init)
  }

  /// All that can be measured, in the order of the output.
  static func all(_ effort: Effort) -> [Group] {
    [
      recordCost, recordBuffered, recordRules, recordKey, recordPatches, recordHashing, recordFlat, recordWait,
      recordRotation, recordBytes,
      persist, persistRows, restore,
      table, tasks,
      actionCoding, stateCoding, plainHash, diff,
      replay, replayFound, replayMemory,
      seek, start,
    ].map { $0(effort) }
  }
}
