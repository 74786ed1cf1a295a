import ReduxJournal
import StateCoding
import StateTree

/// The values around a divergent action, as far as the journal and the replay show them.
///
/// It encodes states and searches the journal only when it is asked.
final class ValueEvidence<App: ReplayableApp> {
  private let replayer: Replayer<App>
  private let line: JournalLine
  private let record: ActionRecord
  private let states: (before: App.State?, recorded: App.State?, replayed: App.State?)

  private lazy var before = tree(states.before)
  private lazy var recorded = tree(states.recorded)
  private lazy var replayed = tree(states.replayed)
  private lazy var snapshot = (try? nextSnapshot()) ?? nil
  private lazy var shorts = Dictionary(record.changed.map { ($0.pointer, $0.short) }, uniquingKeysWith: { $1 })

  /// - Parameters:
  ///   - record: The action's record.
  ///   - line: Its line.
  ///   - states: The state before the action; the recorded one after it, if a patch or a snapshot shows it; the replayed one.
  ///   - replayer: The replayer of the action's session.
  init(
    of record: ActionRecord, at line: JournalLine,
    _ states: (before: App.State?, recorded: App.State?, replayed: App.State?), by replayer: Replayer<App>
  ) {
    self.record = record
    self.line = line
    self.states = states
    self.replayer = replayer
  }

  private func tree(_ state: App.State?) -> JSONValue? { state.flatMap { try? replayer.encoder.tree($0) } }

  /// The values at a pointer.
  func values(at pointer: JSONPointer) -> Divergence.Values {
    Divergence.Values(recorded: recordedValue(at: pointer), replayed: replayed?[pointer])
  }

  private func recordedValue(at pointer: JSONPointer) -> JSONValue? {
    if let recorded { return recorded[pointer] }
    guard let short = shorts[pointer.description] else {
      // The action didn't change it.
      return record.changed.isEmpty || pointer.isRoot ? nil : before?[pointer]
    }
    // The value may be as it was before, or still the same in the next snapshot.
    return [replayed, before, snapshot].lazy.compactMap { $0?[pointer] }.first { value in
      (try? StateEncoder().hash(value).short) == short
    }
  }

  /// The state in the next snapshot.
  private func nextSnapshot() throws -> JSONValue? {
    let reader = try replayer.file.entries(fromOffset: line.offset)
    while let line = try reader.nextLine() {
      if case .record(.snapshot(let snapshot)) = line.content, let node = replayer.usableState(of: snapshot) {
        return node.value
      }
    }
    return nil
  }

  /// The members that differ, with their values.
  ///
  /// - Parameters:
  ///   - members: The members that the record shows.
  ///   - places: The places that differ, if the recorded state is known.
  /// - Returns: A member for each place whose value is known, else the given ones.
  func members(_ members: [Divergence.Member], at places: [JSONPointer]) -> [Divergence.Member] {
    if let recorded, let replayed { return self.members(at: places, from: recorded, to: replayed, in: .root) }
    return members.flatMap { member in
      guard let pointer = try? JSONPointer(member.pointer) else { return [member] }
      if let recorded = recordedValue(at: pointer), let replayed = replayed?[pointer] {
        let parts = JSONPatch.diff(from: recorded, to: replayed).operations.map(\.path)
        if parts.count <= ValueEvidence.partLimit, parts.allSatisfy({ !$0.isRoot }) {
          return self.members(at: parts, from: recorded, to: replayed, in: pointer)
        }
      }
      return [
        Divergence.Member(
          pointer: member.pointer, recorded: member.recorded, replayed: member.replayed, values: values(at: pointer))
      ]
    }
  }

  /// The number of parts of a member that are listed instead of it, if both of its values are known.
  private static var partLimit: Int { 8 }

  /// The differences between two known values at places in them.
  private func members(
    at places: [JSONPointer], from recorded: JSONValue, to replayed: JSONValue, in outer: JSONPointer
  ) -> [Divergence.Member] {
    var known: Set<JSONPointer> = []
    return places.compactMap { place in
      var place = place
      // A patch appends to the recorded elements.
      if place.tokens.last == "-" {
        let array = JSONPointer(tokens: Array(place.tokens.dropLast()))
        if let elements = recorded[array]?.array { place = array.appending(index: elements.count) }
      }
      guard known.insert(place).inserted else { return nil }
      let (old, new) = (recorded[place], replayed[place])
      let pointer = JSONPointer(tokens: outer.tokens + place.tokens)
      return Divergence.Member(
        pointer: pointer.description.shortenedToKeep, recorded: effect(old, at: pointer),
        replayed: effect(new, at: pointer), values: Divergence.Values(recorded: old, replayed: new))
    }
  }

  private func effect(_ value: JSONValue?, at place: JSONPointer) -> Divergence.Effect {
    if let before, before[place] == value { return .unchanged }
    return value.flatMap { try? StateEncoder().hash($0).short }.map(Divergence.Effect.set) ?? .removed
  }
}
