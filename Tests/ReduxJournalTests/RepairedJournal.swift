import Expectations
import StateTree
import TestSupport
import Testing

@testable import ReduxInspection
@testable import ReduxJournal

/// The result of a repair.
struct RepairedJournal {
  var copy: [UInt8] = []
  var rejected: [UInt8] = []
  var gaps: [String] = []
  var report = RepairReport()
  /// The records of the copy, as `action 3`.
  var records: [String] = []

  /// Repairs a journal into a copy.
  init(from bytes: [UInt8], key: JournalKey? = nil) throws {
    let file = try TemporaryFile(bytes)
    report = try JournalRepair(path: file.path, options: .init(key: key)).run(
      onGap: { gaps.append($0.description) }, write: { copy += $0 }, setAside: { rejected += $0 })
    try expectEqual(file.bytes(), bytes)
    try file.write(copy)
    records = try Fixture.entries(file.path, key: key).map { "\($0.record.kind) \($0.seq)" }
  }
}

extension Fixture {
  /// A forgery without the key: the lines as they are, with all sums recomputed.
  static func withNewSums(_ lines: [[UInt8]]) -> [UInt8] {
    var hash = ChainSum.hash(startOf: Fixture.journal)
    var bytes: [UInt8] = []
    for line in lines {
      let body = Array(line.dropLast(ChainSum.suffixByteCount - 1))
      hash.update(body)
      let sum = ChainSum(hash)
      bytes += body
      sum.appendSuffix(to: &bytes)
      hash = ChainSum.hash(after: sum)
    }
    return bytes
  }
}
