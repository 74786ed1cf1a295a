import ReduxJournal
import StateTree

/// Which lines of a log are wanted.
struct LogFilter {
  /// The seqs of the states.
  var seqs = 0...Int.max
  /// The moments, in microseconds since 1970.
  var times = Int.min...Int.max
  /// Parts of the action's type, of which one must be there.
  var types: [String] = []
  /// Places in the state, of which the action must have changed one.
  var places: [JSONPointer] = []
  /// Texts that the action's type or JSON must hold.
  var texts: [String] = []

  /// Whether the conditions exclude each other, so that no line is wanted.
  var isContradictory = false

  /// Whether only actions can match.
  var isAboutActions: Bool { !types.isEmpty || !places.isEmpty || !texts.isEmpty }
  /// Whether there is a condition that the seqs alone do not meet.
  var looksAtRecords: Bool { isAboutActions || times != Int.min...Int.max }
  /// Whether every line is wanted.
  var isEmpty: Bool { !looksAtRecords && !isContradictory && seqs == 0...Int.max }

  /// Leaves out what is not from one state up to another.
  mutating func limit(from first: Int? = nil, to last: Int? = nil) {
    let lower = max(seqs.lowerBound, first ?? 0)
    let upper = min(seqs.upperBound, last ?? Int.max)
    if lower <= upper { seqs = lower...upper } else { isContradictory = true }
  }

  /// Leaves out what is not from one moment up to another.
  mutating func limit(since first: Int = Int.min, until last: Int = Int.max) {
    let lower = max(times.lowerBound, first)
    let upper = min(times.upperBound, last)
    if lower <= upper { times = lower...upper } else { isContradictory = true }
  }

  /// Whether a line is wanted.
  func matches(_ line: LogLine) -> Bool {
    guard !isContradictory, times.contains(line.time) else { return false }
    switch line.event {
    case .record(let entry): guard seqs.contains(entry.seq) else { return false }
    case .torn(let torn): if let action = torn.action, !seqs.contains(action.seq) { return false }
    case .notClosed: break
    }
    guard isAboutActions else { return true }
    guard let action = line.action else { return false }
    return matches(action)
  }

  private func matches(_ action: ActionRecord) -> Bool {
    guard types.isEmpty || types.contains(where: { LogFilter.find($0, in: action.type.utf8) }) else { return false }
    guard texts.allSatisfy({ LogFilter.find($0, in: action.type.utf8) || LogFilter.find($0, in: action.action.bytes) })
    else { return false }
    guard !places.isEmpty else { return true }
    return action.changed.contains { member in
      guard let changed = try? JSONPointer(member.pointer) else { return false }
      return places.contains { $0.isPrefix(of: changed) || changed.isPrefix(of: $0) }
    }
  }

  /// Whether bytes hold a text, byte by byte.
  private static func find(_ text: String, in bytes: some Collection<UInt8>) -> Bool {
    let text = Array(text.utf8)
    guard let first = text.first else { return true }
    var rest = bytes[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: text) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
