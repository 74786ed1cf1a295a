import ReduxJournal
import StateCoding
import StateTree

/// A place where a replayed state differs from the recorded one.
struct DivergentPlace: Hashable {
  /// The JSON Pointer; `nil` for a difference in being refused.
  let pointer: JSONPointer?
  /// Whether the reducer's value differs in each run.
  var isImpure = false
  /// Whether a redacted value may have reached it.
  var mayBeRedaction = false
}

/// The knowledge with which a replay continues after a divergence: a state machine without states, files or reducers.
struct Following {
  let search: DivergenceSearch
  /// The replayed members of the last state with a recorded hash, if it differed.
  private(set) var outline: StateOutline?
  /// Whether that state is known, and was equal.
  private(set) var hasAgreed = false
  /// The members that differ from the recorded state; `nil` if the states are equal.
  private(set) var strayed: Set<String>?
  /// Whether a divergence was found since the states were last equal.
  private(set) var hasDiverged = false
  /// Whether any state has differed, so that replay may lead to another state than the run.
  private(set) var hasBegun = false
  /// The places that redaction may explain, so that each is reported once.
  var excused = DivergentLocations()

  init(_ search: DivergenceSearch) { self.search = search }

  /// How a state differs whose own action isn't at fault.
  enum Difference {
    /// It follows from a divergence.
    case strayed
    /// It differs only at ignored pointers.
    case excused
    /// It may differ elsewhere, too.
    case undecided
  }

  /// Notes that the state equals the recorded one.
  mutating func agree() {
    strayed = nil
    hasDiverged = false
    outline = nil
    hasAgreed = true
  }

  /// Notes that a state differs, or the way to it.
  mutating func begin() { hasBegun = true }

  /// Notes that the state is unknown.
  mutating func forget() { strayed = nil }

  /// Notes a divergence that is reported.
  mutating func diverge() { hasDiverged = true }

  /// Notes a state that differs from the recorded one, which isn't known as a whole.
  ///
  /// - Parameters:
  ///   - members: The members that the action changed differently; `nil` if the journal doesn't list them.
  ///   - impure: The places where the reducer gives a different value in each run.
  ///   - outline: The replayed members.
  /// - Returns: The places that the action is to blame for.
  mutating func stray(
    _ members: [Divergence.Member]?, impure: [JSONPointer], _ outline: StateOutline
  ) -> [DivergentPlace] {
    let known = strayed ?? []
    let pointers = (members ?? []).map(\.pointer)
    var places = impure.filter { !search.ignored.contain($0) }
      .map { DivergentPlace(pointer: $0, isImpure: true) }
    for member in pointers where !known.contains(member) {
      guard let pointer = try? JSONPointer(member) else {
        // An invalid pointer can't be ignored.
        places.append(DivergentPlace(pointer: .root))
        continue
      }
      let isExplained = impure.contains { $0.tokens.starts(with: pointer.tokens) }
      if !isExplained, !search.ignored.overlap(pointer) {
        places.append(DivergentPlace(pointer: pointer))
      }
    }
    // Without a list of differing members, any member may differ.
    let isUnlisted = members == nil || pointers.isEmpty && strayed == nil
    if isUnlisted, strayed == nil, impure.isEmpty, search.ignored.isEmpty {
      places.append(DivergentPlace(pointer: .root))
    }
    strayed = known.union(pointers).union(isUnlisted ? [""] : [])
    self.outline = outline
    hasAgreed = false
    return places
  }

  /// How the current state differs, if its own action isn't at fault; `nil` if it doesn't differ.
  var difference: Difference? {
    guard let strayed else { return nil }
    if hasDiverged { return .strayed }
    let isIgnored = strayed.allSatisfy { (try? JSONPointer($0)).map(search.ignored.contain) ?? false }
    return isIgnored ? .excused : .undecided
  }
}
