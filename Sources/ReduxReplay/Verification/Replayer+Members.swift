import ReduxJournal
import StateTree

/// Comparing what an action changed with what its record names.
extension Replayer {
  /// Returns the members that an action changed differently when it was recorded.
  ///
  /// - Parameters:
  ///   - record: The action's record.
  ///   - before: The replayed members before the action.
  ///   - after: The replayed members after it.
  ///   - line: Its line.
  ///   - trees: Returns the replayed states as the journal has them, if the record names elements of collections.
  /// - Returns: The members, those that the record names first.
  func differingMembers(
    _ record: ActionRecord, from before: StateOutline, to after: StateOutline, at line: JournalLine,
    trees: () throws -> (before: JSONValue, after: JSONValue)?
  ) rethrows -> [Divergence.Member] {
    var replayed = after.changes(since: before).map { ($0.pointer, effect($0.hash)) }
    let named = record.namedElements(besides: before, after)
    if !named.isEmpty, let (old, new) = try trees() {
      replayed = replayed.flatMap { place, effect in
        guard let pointer = try? JSONPointer(place), pointer.isAbove(named) else { return [(place, effect)] }
        return JSONValue.changes(at: pointer, from: old[pointer], to: new[pointer], naming: named).map {
          ($0.description, self.effect($1))
        }
      }
    }
    let recordedEffects = Dictionary(
      record.changed.map { ($0.pointer, $0.short.map(Divergence.Effect.set) ?? .removed) }, uniquingKeysWith: { $1 })
    let replayedEffects = Dictionary(replayed, uniquingKeysWith: { $1 })
    let upgrade = schemas?.upgrade(at: line.offset)
    let pointers = record.changed.map(\.pointer) + replayed.map(\.0).filter { recordedEffects[$0] == nil }
    return pointers.compactMap { pointer in
      let recorded = recordedEffects[pointer] ?? .unchanged
      let replayed = replayedEffects[pointer] ?? .unchanged
      if recorded == replayed { return nil }
      return Divergence.Member(
        pointer: upgrade?.current(pointer) ?? pointer, recorded: recorded, replayed: replayed)
    }
  }

  private func effect(_ hash: StateHash?) -> Divergence.Effect { hash.map { .set($0.short) } ?? .removed }
}

extension ActionRecord {
  /// The elements of collections that the record names: its pointers that the outlines of the states don't list.
  func namedElements(besides outlines: StateOutline...) -> [JSONPointer] {
    changed.compactMap { member in
      guard outlines.allSatisfy({ $0.hash(at: member.pointer) == nil }), let pointer = try? JSONPointer(member.pointer),
        !pointer.isRoot
      else { return nil }
      return pointer
    }
  }
}

extension JSONPointer {
  /// Whether it leads to a value that contains one of other places.
  fileprivate func isAbove(_ places: [JSONPointer]) -> Bool {
    places.contains { $0.tokens.count > tokens.count && isPrefix(of: $0) }
  }
}

extension JSONValue {
  /// The places in which the values at a place differ, with their new hashes; `nil` for those that are gone. The places are
  /// as deep as the named ones.
  fileprivate static func changes(
    at place: JSONPointer, from old: JSONValue?, to new: JSONValue?, naming named: [JSONPointer]
  ) -> [(place: JSONPointer, hash: StateHash?)] {
    guard place.isAbove(named) else { return [(place, new?.stateHash)] }
    let (before, after) = (old?.elementsByKey ?? [], new?.elementsByKey ?? [])
    let known = Dictionary(before, uniquingKeysWith: { $1 })
    let remaining = Set(after.map(\.key))
    return after.filter { known[$0.key] != $0.value }.flatMap { key, value in
      changes(at: place.appending(key), from: known[key], to: value, naming: named)
    } + before.filter { !remaining.contains($0.key) }.map { (place.appending($0.key), nil) }
  }

  private var elementsByKey: [(key: String, value: JSONValue)] {
    switch self {
    case .array(let elements): elements.enumerated().map { (String($0), $1) }
    case .object(let members): members.map { ($0.key, $0.value) }
    default: []
    }
  }
}
