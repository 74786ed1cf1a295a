import ReduxJournal

/// The schemas of a journal's sessions.
struct SessionSchemas {
  /// The offsets of the headers, from last to first, with the upgrades of their sessions.
  private let starts: [(offset: Int, upgrade: SchemaUpgrade?)]
  /// The sessions' schemas, ascending. A session without a schema has 0.
  let recorded: [Int]
  /// The journal's actions.
  let actions: RecordedActions

  /// Looks up the schemas. O(log n) reads for each session.
  ///
  /// If a header can't be read, lines up to the next readable one are assumed to have the first header's schema. Reading
  /// them reports the damage.
  init(of file: JournalFile, app current: Int?, changes: [SchemaChange]) {
    var starts: [(offset: Int, schema: Int)] = []
    var end = file.byteCount
    while end > 0 {
      let (header, offset) = (try? file.lastHeader(before: end)) ?? (file.header, 0)
      starts.append((offset, header.app.schema ?? 0))
      end = offset
    }
    recorded = Set(starts.map(\.schema)).sorted()
    let actions = RecordedActions(of: file)
    self.actions = actions
    var upgrades: [Int: SchemaUpgrade?] = [:]
    for schema in recorded {
      upgrades[schema] = .some(SchemaUpgrade(from: schema, to: current ?? 0, by: changes, in: actions))
    }
    self.starts = starts.map { ($0.offset, upgrades[$0.schema] ?? nil) }
  }

  /// The distinct upgrades.
  var upgrades: [SchemaUpgrade] {
    recorded.compactMap { schema in starts.first { $0.upgrade?.schema == schema }?.upgrade }
  }

  /// Whether any session needs an upgrade.
  var needsUpgrade: Bool { starts.contains { $0.upgrade != nil } }

  /// Returns the upgrade for a line at an offset; `nil` for none. O(log n) in the number of sessions.
  func upgrade(at offset: Int) -> SchemaUpgrade? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle].offset <= offset { high = middle } else { low = middle + 1 }
    }
    return low < starts.count ? starts[low].upgrade : nil
  }
}
