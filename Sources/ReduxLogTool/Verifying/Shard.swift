import CommandLineKit
import ReduxJournal
import SystemSupport

/// One of several parts of a set of journals, which different machines can verify.
///
/// Each journal is in exactly one part. Which one depends on the journals' sizes and on their paths below the folder, not on
/// the order of the arguments or on where the folder is.
struct Shard: Hashable {
  /// The number of the part, from 1.
  let number: Int
  /// The number of parts.
  let count: Int

  /// Parses `3/16`.
  ///
  /// - Throws: `UsageError` for anything else.
  init(parsing text: String, of option: OptionSpecification) throws(UsageError) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], number > 0, number <= count else {
      throw UsageError(
        "option '\(option.spelling)': expected I/N, such as 3/16, with I from 1 to N, found '\(text)'")
    }
    self.number = number
    self.count = count
  }

  /// The journals of the part, in their order. A file that was found twice counts once.
  func journals(of journals: [JournalFinder.Found]) -> [JournalFinder.Found] {
    var taken: Set<Platform.FileIdentity> = []
    let order = journals.indices.sorted { Shard.precedes(journals[$0], journals[$1]) }
      .filter { index in Platform.identity(of: journals[index].path).map { taken.insert($0).inserted } ?? true }
    let parts = Shard.parts(of: order.map { Shard.byteCount(of: journals[$0].path) }, among: count)
    return zip(order, parts).filter { $1 == number - 1 }.map(\.0).sorted().map { journals[$0] }
  }

  /// Whether a journal comes first among those of one size.
  private static func precedes(_ journal: JournalFinder.Found, _ other: JournalFinder.Found) -> Bool {
    (journal.name, journal.path) < (other.name, other.path)
  }

  /// The size of a journal with its older segments; 0 if it can't be read.
  private static func byteCount(of path: String) -> Int {
    ([path] + JournalFile.olderSegmentPaths(of: path)).reduce(0) {
      $0 + ((try? Platform.status(of: $1).byteCount) ?? 0)
    }
  }

  /// Distributes sizes: each, from the largest, to the part with the least bytes so far.
  ///
  /// Source: R. L. Graham, Bounds on Multiprocessing Timing Anomalies, 1969: the largest part has at most 4/3 of the least
  /// possible size.
  ///
  /// - Returns: The number of the part of each size, from 0.
  static func parts(of sizes: [Int], among count: Int) -> [Int] {
    var parts = Array(repeating: 0, count: sizes.count)
    // Of empty files, each part gets as many.
    var loads = Array(repeating: (bytes: 0, journals: 0), count: min(count, sizes.count))
    for index in sizes.indices.sorted(by: { (sizes[$1], $0) < (sizes[$0], $1) }) {
      guard let least = loads.indices.min(by: { loads[$0] < loads[$1] }) else { break }
      parts[index] = least
      loads[least].bytes += sizes[index]
      loads[least].journals += 1
    }
    return parts
  }
}

extension Shard: CustomStringConvertible {
  var description: String { "\(number)/\(count)" }
}
