import ReduxJournal

/// The schemas of a journal's sessions.
struct SessionSchemas {
  /// Where sessions of another schema than the one before begin, from the last one backwards.
  private let starts: [(offset: Int, upgrade: SchemaUpgrade?)]
  /// The schemas that sessions were recorded with, ascending. A session without one has 0.
  let recorded: [Int]

  /// Looks up the schemas. O(log n) reads for each session. A header that can't be read is damage, which whoever reads
  /// there finds; up to it the schema is taken to be the first header's.
  init(of file: JournalFile, app current: Int?, changes: [SchemaChange]) {
    var starts: [(offset: Int, schema: Int)] = []
    var end = file.byteCount
    while end > 0 {
      let (header, offset) = (try? file.lastHeader(before: end)) ?? (file.header, 0)
      starts.append((offset, header.app.schema ?? 0))
      end = offset
    }
    recorded = Set(starts.map(\.schema)).sorted()
    self.starts = starts.map { start in
      (start.offset, SchemaUpgrade(from: start.schema, to: current ?? 0, by: changes))
    }
  }

  /// Whether anything must be changed.
  var needsUpgrade: Bool { starts.contains { $0.upgrade != nil } }

  /// What must be changed in a line that starts at an offset. O(log n) in the number of sessions.
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
