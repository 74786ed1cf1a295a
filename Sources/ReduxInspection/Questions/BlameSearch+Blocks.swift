import ReducerIsolation
import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree

/// The search through blocks: actions between two states that the journal gives quickly.
extension BlameSearch {
  /// The limits for the number of states in a block.
  struct BlockSizes {
    /// The fewest: beginning a block takes as long as writing a state.
    var fewest = 1024
    /// The most: the changes of a block are in memory.
    var most = 16384
    /// The number of states to keep where the journal holds none for longer.
    var kept = 32
  }

  /// Looks at the block that ends with a state.
  mutating func searchBlock(
    before end: Int, of stretch: History.Stretch, onStep: (Int) throws -> Void
  ) throws -> Int {
    let first = stretch.seqs.lowerBound
    let start = stretch.held.last { end - $0 >= sizes.fewest && $0 >= first } ?? first
    // An unknown step may have changed anything, and isn't passed over.
    let isPending = known != end || isAtEdge
    guard let candidates = try candidates(in: start, end, all: isPending) else {
      known = start
      return start
    }
    let last = isPending ? end : candidates.upperBound
    if !isPending { known = stretch.held.first { $0 >= last } ?? end }
    isAtEdge = false
    let lower = max(candidates.lowerBound - 1, start)
    var marks: [Int] = []
    if last - lower > sizes.most {
      let way = try History.Way(of: file, from: start, to: last)
      let distance = max(sizes.fewest, (last - lower) / sizes.kept)
      marks = try states.keep(Array(stride(from: lower, to: last, by: distance)), along: way) { try onStep($0) }
    }
    var upper = last
    for mark in ([lower] + marks.filter { $0 > lower && $0 < last }).reversed() {
      upper = try search(mark, upper, passed: isPending ? nil : last, stretch.held, onStep: onStep)
      guard isSearching, upper == mark else { return upper }
    }
    if known != lower, case .values = target, try isKnown(lower) {
      try bridge(to: lower)
      guard case .values = target else { return lower }
    }
    if known == lower { known = start }
    return start
  }

  /// Looks at the actions after a state up to another. The values are the same in the passed and in the known state.
  private mutating func search(
    _ first: Int, _ last: Int, passed: Int?, _ held: [Int], onStep: (Int) throws -> Void
  ) throws -> Int {
    guard case .values = target else { return try searchAbsent(first, last) }
    let changes = try changes(first, last, held, onStep: onStep)
    for (seq, change) in zip(first + 1...max(last, first + 1), changes).reversed() {
      if case .absent(let pointer) = target {
        // An index may be that of another element in the state before.
        guard let change, pointer.hasOnlyNames else { return seq }
        if pointer.hadValue(before: change) { find(pointer, in: seq - 1, as: TracedPlaces(at: pointer)) }
        known = seq - 1
      } else if let change {
        if known != seq, passed != seq { try bridge(to: seq) }
        guard case .values(let places) = target else { return seq }
        try undo(change, at: seq, after: seq - 1, secrets: secrets(changedAt: seq, places, besides: change.patch))
        known = seq - 1
      } else if known != seq, held.contains(seq) {
        try bridge(to: seq)
        guard case .values = target else { return seq }
      }
      guard isSearching else { return seq - 1 }
    }
    return first
  }

  /// Returns the changes of each action after a state up to another; `nil` if one of the states is unknown.
  private mutating func changes(
    _ first: Int, _ last: Int, _ held: [Int], onStep: (Int) throws -> Void
  ) throws -> [(patch: JSONPatch, replaced: [JSONValue?])?] {
    var changes: [(patch: JSONPatch, replaced: [JSONValue?])?] = []
    while first + changes.count < last {
      let seq = first + changes.count + 1
      try onStep(seq)
      do {
        let found = try states.changes(at: seq)
        changes.append(found.patch.operations.contains { mayOverlap($0) } ? found : (JSONPatch([]), []))
      } catch let error as ReplayError where error.isOfUnknownState {
        // States stay unknown up to the next one that the journal holds.
        let next = held.first { $0 >= seq } ?? last
        changes += Array(repeating: nil, count: min(next, last) - seq + 1)
      }
    }
    return changes
  }

  /// The places of traced values whose secrets a step changed behind the same stand-in.
  private func secrets(
    changedAt seq: Int, _ places: TracedPlaces, besides patch: JSONPatch
  ) throws -> [JSONPointer] {
    let changed = try changedSecrets?[seq] ?? (changedSecrets == nil ? file.action(seq)?.changedSecrets : nil) ?? []
    return changed.outside(of: patch.operations.map(\.path)).flatMap { places.covered(by: $0) }
  }

  /// Looks for the last state that has the absent value.
  private mutating func searchAbsent(_ first: Int, _ last: Int) throws -> Int {
    guard case .absent(let pointer) = target else { return first }
    var (found, next): (Int?, Int?)
    try states.forEach(
      .values(Selection([pointer])), along: History.Way(of: file, from: first, to: last), proves: false
    ) { seq, answer in
      guard let answer else { return true }
      if try JSONDocument(answer).root.storedPlace(of: pointer) != nil {
        (found, next) = (seq, nil)
      } else if next == nil {
        next = seq
      }
      return true
    }
    if let next { known = next }
    guard let found else { return first }
    try find(pointer, in: found)
    return found
  }

  // MARK: Passing over actions

  /// The actions that may have changed the values, as their records show it.
  private struct Candidates {
    /// Their range, if the tokens of recorded pointers are names; `nil` for none.
    var range: ClosedRange<Int>?
    /// Their range, if digits may be positions of entries that have names in the states.
    var wideRange: ClosedRange<Int>?
    /// Whether a dictionary on the way to the values may have become an array, or an object.
    var mayReshape = false

    mutating func add(_ seq: Int, isWide: Bool) {
      wideRange = (wideRange?.lowerBound ?? seq)...seq
      if !isWide { range = (range?.lowerBound ?? seq)...seq }
    }
  }

  /// Returns the range of the actions that may have changed the values, as their records show it; `nil` for none.
  private mutating func candidates(in start: Int, _ end: Int, all: Bool) throws -> ClosedRange<Int>? {
    changedSecrets = all ? nil : [:]
    if all {
      mayBeNamed = states.namesEntries
      return start + 1...max(end, start + 1)
    }
    guard start < end, let entry = try file.entry(settingSeq: start) else { return nil }
    var candidates = Candidates()
    var changes = RecordedChanges(of: file)
    var events = try file.events(from: file.place(atOffset: entry.offset))
    while let event = try events.next(), event.seq <= end {
      let isIncomplete = try changes.mayBeIncomplete(in: event)
      guard let action = event.action, action.seq > start, let rules = event.session?.header.rules else { continue }
      add(action, isIncomplete, rules, to: &candidates)
    }
    // Where entries have names at neither end of a block, none had one in it, unless candidates made and removed them.
    guard candidates.wideRange != nil, mayBeNamed || candidates.mayReshape && states.namesEntries else {
      return candidates.range
    }
    let wereNamed = try areNamed(in: start)
    defer { mayBeNamed = wereNamed }
    return mayBeNamed || wereNamed ? candidates.wideRange : candidates.range
  }

  private mutating func add(
    _ action: ActionRecord, _ isIncomplete: Bool, _ rules: RedactionRules, to candidates: inout Candidates
  ) {
    let secrets = action.changedSecrets
    if !secrets.isEmpty { changedSecrets?[action.seq] = secrets }
    // Before the token *, places may be those of the values.
    var pointers = secrets.map { JSONPointer(tokens: Array($0.tokens.prefix { $0 != "*" })) }
    var isUnclear = isReshaped
    if let patch = action.patch {
      if !states.namesEntries, let operations = try? JSONPatch(json: patch.value).operations {
        if isUnclear || operations.contains(where: { mayOverlap($0) }) || pointers.contains(where: { mayOverlap($0) }) {
          candidates.add(action.seq, isWide: false)
        }
        return
      }
      isUnclear = true
    } else {
      isUnclear = isUnclear || isIncomplete
      for place in action.changed {
        guard let pointer = try? JSONPointer(place.pointer) else {
          isUnclear = true
          break
        }
        pointers.append(pointer)
      }
      for pattern in rules.volatile {
        guard let pointer = try? JSONPointer(pattern.description) else { continue }
        pointers.append(JSONPointer(tokens: Array(pointer.tokens.prefix { $0 != "*" })))
      }
    }
    if isUnclear {
      candidates.mayReshape = true
      return candidates.add(action.seq, isWide: false)
    }
    for pointer in pointers {
      if mayOverlap(pointer) {
        candidates.add(action.seq, isWide: false)
        if isAbove(pointer) { candidates.mayReshape = true }
      } else if mayOverlap(JSONPointer(tokens: Array(pointer.tokens.prefix { Int($0) == nil }))) {
        candidates.add(action.seq, isWide: true)
      }
    }
  }

  /// Whether a value at a pointer holds the values that are looked for.
  private func isAbove(_ pointer: JSONPointer) -> Bool {
    switch target {
    case .values(let places): places.areInside(pointer)
    case .absent(let place): pointer != place && pointer.isPrefix(of: place)
    case .none: false
    }
  }

  private func mayOverlap(_ operation: JSONPatch.Operation) -> Bool {
    if case .move(let from, _) = operation, mayOverlap(from) { return true }
    return mayOverlap(operation.path)
  }

  private func mayOverlap(_ pointer: JSONPointer) -> Bool {
    switch target {
    case .values(let places): places.mayOverlap(pointer)
    case .absent(let place):
      zip(place.tokens, pointer.tokens).prefix { Int($0.0) == nil }.allSatisfy { ByteString($0) == ByteString($1) }
    case .none: false
    }
  }
}

extension JSONPointer {
  /// Whether the pointer leads through no array, whatever the state is.
  fileprivate var hasOnlyNames: Bool { tokens.allSatisfy { Int($0) == nil } }

  /// Whether changes removed a value at the pointer.
  fileprivate func hadValue(before changes: (patch: JSONPatch, replaced: [JSONValue?])) -> Bool {
    zip(changes.patch.operations, changes.replaced).contains { operation, old in
      switch operation {
      case .remove(let path), .replace(let path, _):
        path.isPrefix(of: self) && old?[JSONPointer(tokens: Array(tokens.dropFirst(path.tokens.count)))] != nil
      default: false
      }
    }
  }
}
