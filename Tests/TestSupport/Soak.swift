import Foundation
import Synchronization

/// How much the tests try: a covering part by default, everything with `REDUXLOG_SOAK=1`.
package enum Soak {
  package static let isOn = ProcessInfo.processInfo.environment["REDUXLOG_SOAK"] == "1"

  /// Whether the tests are a release build, which may define `DEBUG` for checks of invariants.
  package static var isOptimized: Bool {
    var isOptimized = true
    assert(
      {
        isOptimized = false
        return true
      }())
    return isOptimized
  }

  package static func count(_ short: Int, soak: Int) -> Int { isOn ? soak : short }

  /// The pairs of two lists that a test tries: all of them in a soak, otherwise as many as the longer list has values, so that
  /// each value is in one.
  package static func pairs<First, Second>(_ first: [First], _ second: [Second]) -> [(First, Second)] {
    guard !isOn else { return first.flatMap { one in second.map { (one, $0) } } }
    return (0..<max(first.count, second.count)).map { (first[$0 % first.count], second[$0 % second.count]) }
  }

  /// The positions that a test tries of a range: all of them in a soak, otherwise each `step`th, and those near
  /// `places`, such as the ends of lines.
  package static func positions(in range: Range<Int>, every step: Int, near places: [Int]) -> [Int] {
    guard !isOn else { return Array(range) }
    return range.filter { position in position % step == 0 || places.contains { abs($0 - position) < 3 } }
  }

  private static let edits = Atomic<Int>(0)

  /// Counts the edits of random states that tests have made and checked, and reports each 100,000 of a soak.
  package static func noteEdits(_ count: Int) {
    let (old, new) = edits.add(count, ordering: .relaxed)
    if isOn, old / 100_000 < new / 100_000 { report("\(new) edits of random states") }
  }

  /// Reports what a test has tried, for the figures in the documentation.
  ///
  /// Writes to standard error, which is not buffered: a run of hours shows its progress.
  package static func report(_ text: String) { FileHandle.standardError.write(Data("  reliability: \(text)\n".utf8)) }
}
