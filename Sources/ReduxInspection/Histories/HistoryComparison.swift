package import CommandLineKit
import ReduxJournal
import ReduxReplay
package import StateCoding
import StateTree

/// The common part of two histories, and the place where they part.
package struct HistoryComparison {
  /// The first two states that differ although all steps before them are equal.
  package struct StateFork: Equatable {
    package var old: RecordedHistory.State
    package var new: RecordedHistory.State
    /// The seqs of the last two states before them that are known to be equal; `nil` if the histories begin with a
    /// difference.
    package var equal: (old: Int, new: Int)?

    /// Whether exactly one step led from the equal states to these.
    package var isOfOneStep: Bool { equal.map { $0.old + 1 == old.seq && $0.new + 1 == new.seq } ?? false }

    package static func == (a: StateFork, b: StateFork) -> Bool {
      a.old == b.old && a.new == b.new && a.equal?.old == b.equal?.old && a.equal?.new == b.equal?.new
    }
  }

  package let old: RecordedHistory
  package let new: RecordedHistory
  package let alignment: HistoryAlignment
  package let stateFork: StateFork?
  /// How many states were compared in the common beginning: those whose records tell whether they are equal.
  package let comparedStates: Int

  package init(_ old: RecordedHistory, _ new: RecordedHistory) {
    self.old = old
    self.new = new
    alignment = HistoryAlignment(old: old.steps, new: new.steps)
    var compared = 0
    var equal: (old: Int, new: Int)?
    var fork: StateFork?
    let beginning = alignment.commonPrefix
    for (mine, other) in zip([old.start] + old.states[..<beginning], [new.start] + new.states[..<beginning]) {
      guard let isEqual = mine.isEqual(to: other) else { continue }
      compared += 1
      guard isEqual else {
        fork = StateFork(old: mine, new: other, equal: equal)
        break
      }
      equal = (mine.seq, other.seq)
    }
    stateFork = fork
    comparedStates = compared
  }

  /// Compares the selected parts of two journals.
  package init(
    _ old: OpenJournal, _ new: OpenJournal, ignoring ignored: [RedactionRules.Pointer], in context: CommandContext
  ) throws {
    var numbering = RecordedHistory.Numbering()
    var progress = context.progress("Reading")
    let histories = try [old, new].map { journal in
      let (first, last) = try journal.historyBounds()
      return try RecordedHistory(of: journal.file, from: first, to: last, ignoring: ignored, &numbering) {
        try progress.update($0, of: $1)
      }
    }
    try progress.finish()
    self.init(histories[0], histories[1])
  }

  /// Whether all steps are equal, and so are all states that could be compared.
  package var isEqual: Bool { alignment.hunks.isEmpty && stateFork == nil }

  /// The seqs of the first steps that differ; `nil` for a history that has ended by then. Both are `nil` if no step differs.
  package var actionFork: (old: Int?, new: Int?) {
    guard !alignment.hunks.isEmpty else { return (nil, nil) }
    let index = alignment.commonPrefix
    return (
      index < old.states.count ? old.states[index].seq : nil, index < new.states.count ? new.states[index].seq : nil
    )
  }

  /// The number of steps that only the first history has, that only the second one has, and whose content differs.
  package var counts: (removed: Int, added: Int, changed: Int) {
    var counts = (removed: 0, added: 0, changed: 0)
    for hunk in alignment.hunks {
      counts.removed += hunk.old.count - hunk.changes.count
      counts.added += hunk.new.count - hunk.changes.count
      counts.changed += hunk.changes.count
    }
    return counts
  }

  /// The number of equal steps.
  package var commonCount: Int { old.steps.count - alignment.hunks.reduce(0) { $0 + $1.old.count } }
}

extension RecordedHistory.State {
  /// Whether another history's state is the same, by hash and error; `nil` if the records don't tell.
  fileprivate func isEqual(to other: Self) -> Bool? {
    if isOfAction, other.isOfAction, (error == nil) != (other.error == nil) { return false }
    guard rules.volatile == other.rules.volatile, let hash, let otherHash = other.hash else { return nil }
    if hash == otherHash { return true }
    // Other rules redact other values.
    return rules == other.rules ? false : nil
  }
}

/// Which steps of two histories are the same, and which differ.
///
/// Steps are aligned by a shortest edit script (`EditScript`). Histories that differ in more than `limit` steps are first
/// divided at the steps that occur once in each. In what differs, steps of the same type are paired in the same way.
package struct HistoryAlignment: Equatable {
  /// The identity of a step. Steps with the same type and content are equal.
  package struct Step: Hashable {
    /// The number of its type.
    var type: Int
    /// The hash of its content.
    var content: StateHash
  }

  /// A run of steps that differ.
  package struct Hunk: Equatable {
    /// The indices of the steps that only the first history has.
    package var old: Range<Int>
    /// The indices of those that only the second one has.
    package var new: Range<Int>
    /// The steps that have the same type in both, and another content, in order.
    package var changes: [Change]
  }

  /// A step whose content differs.
  package struct Change: Equatable {
    package var old: Int
    package var new: Int
  }

  /// The most removals and insertions for which a shortest script is found. The search takes time and memory in its
  /// square: 4 million steps and 32 MiB.
  static let limit = 2048

  package private(set) var hunks: [Hunk] = []
  /// Whether a shorter list of differences may exist.
  package private(set) var isApproximate = false
  /// The number of equal steps before the first difference.
  package let commonPrefix: Int

  init(old: [Step], new: [Step], limit: Int = HistoryAlignment.limit) {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
    commonPrefix = prefix
    let whole = EditScript.Hunk(old: prefix..<(old.count - suffix), new: prefix..<(new.count - suffix))
    for hunk in compare(whole, old, new, limit) ?? divided(whole, old, new, limit) {
      hunks.append(Hunk(old: hunk.old, new: hunk.new, changes: pairs(in: hunk, old, new, limit)))
    }
  }

  /// The differences of a part; `nil` if they are more than the limit.
  private func compare(_ part: EditScript.Hunk, _ old: [Step], _ new: [Step], _ limit: Int) -> [EditScript.Hunk]? {
    let hunks = EditScript(old: old[part.old], new: new[part.new], limit: limit).hunks
    return hunks == [part] && part.edits > limit ? nil : hunks
  }

  /// The differences between the steps that occur once in both histories, in the same order.
  private mutating func divided(
    _ part: EditScript.Hunk, _ old: [Step], _ new: [Step], _ limit: Int
  ) -> [EditScript.Hunk] {
    isApproximate = true
    var hunks: [EditScript.Hunk] = []
    var (oldStart, newStart) = (part.old.lowerBound, part.new.lowerBound)
    let end = Change(old: part.old.upperBound, new: part.new.upperBound)
    for anchor in HistoryAlignment.anchors(part, old, new) + [end] {
      let gap = EditScript.Hunk(old: oldStart..<anchor.old, new: newStart..<anchor.new)
      hunks += compare(gap, old, new, limit) ?? [gap]
      (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
    }
    return hunks
  }

  /// The longest list of steps that occur once in each history, and in the same order in both.
  private static func anchors(_ part: EditScript.Hunk, _ old: [Step], _ new: [Step]) -> [Change] {
    let places = uniquePlaces(new, part.new)
    let candidates = uniquePlaces(old, part.old).compactMap { step, index in
      places[step].map { Change(old: index, new: $0) }
    }.sorted { $0.old < $1.old }
    // For each length, the list that ends with the least place in the second history.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: candidates.count)
    for (index, candidate) in candidates.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if candidates[ends[middle]].new < candidate.new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var anchors: [Change] = []
    var next = ends.last ?? -1
    while next >= 0 {
      anchors.append(candidates[next])
      next = before[next]
    }
    return anchors.reversed()
  }

  private static func uniquePlaces(_ steps: [Step], _ range: Range<Int>) -> [Step: Int] {
    var places = [Step: Int](minimumCapacity: range.count)
    var repeated: Set<Step> = []
    for index in range where places.updateValue(index, forKey: steps[index]) != nil { repeated.insert(steps[index]) }
    for step in repeated { places[step] = nil }
    return places
  }

  /// The steps of a hunk that differ only in their content.
  private mutating func pairs(in hunk: EditScript.Hunk, _ old: [Step], _ new: [Step], _ limit: Int) -> [Change] {
    guard !hunk.old.isEmpty, !hunk.new.isEmpty else { return [] }
    let types = (old[hunk.old].map(\.type), new[hunk.new].map(\.type))
    let script = EditScript(old: types.0[...], new: types.1[...], limit: limit).hunks
    if script.count == 1, script[0].edits == hunk.edits, hunk.edits > limit { isApproximate = true }
    var changes: [Change] = []
    var (oldStart, newStart) = (0, 0)
    for gap in script + [
      EditScript.Hunk(old: types.0.endIndex..<types.0.endIndex, new: types.1.endIndex..<types.1.endIndex)
    ] {
      while oldStart < gap.old.lowerBound {
        changes.append(Change(old: hunk.old.lowerBound + oldStart, new: hunk.new.lowerBound + newStart))
        (oldStart, newStart) = (oldStart + 1, newStart + 1)
      }
      (oldStart, newStart) = (gap.old.upperBound, gap.new.upperBound)
    }
    return changes
  }
}

extension EditScript.Hunk {
  /// The number of removals and insertions.
  fileprivate var edits: Int { old.count + new.count }
}
