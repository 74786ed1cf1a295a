import ReduxJournal
import StateTree

/// The knowledge with which a replay continues after a divergence: a state machine without states, files or reducers.
struct Following {
  /// A place where a state differs: `nil` is a difference in being refused.
  typealias Place = (pointer: JSONPointer?, isImpure: Bool)

  let search: DivergenceSearch
  /// The replayed members of the last state with a recorded hash; `nil` if unknown.
  private(set) var outline: StateOutline?
  /// The members that differ from the recorded state; `nil` if the states are equal.
  private(set) var strayed: Set<String>?
  /// Whether a divergence was found since the states were last equal.
  private(set) var hasDiverged = false

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
  mutating func agree(_ outline: StateOutline?) {
    strayed = nil
    hasDiverged = false
    self.outline = outline
  }

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
  mutating func stray(_ members: [Divergence.Member]?, impure: [JSONPointer], _ outline: StateOutline) -> [Place] {
    let known = strayed ?? []
    let pointers = (members ?? []).map(\.pointer)
    var places: [Place] = impure.filter { !search.ignored.contain($0) }.map { ($0, true) }
    for member in pointers where !known.contains(member) {
      guard let pointer = try? JSONPointer(member) else {
        // An invalid pointer can't be ignored.
        places.append((.root, false))
        continue
      }
      let isExplained = impure.contains { $0.tokens.starts(with: pointer.tokens) }
      if !isExplained, !search.ignored.overlap(pointer) { places.append((pointer, false)) }
    }
    // Without a list of differing members, any member may differ.
    let isUnlisted = members == nil || pointers.isEmpty && strayed == nil
    if isUnlisted, strayed == nil, impure.isEmpty, search.ignored.isEmpty { places.append((.root, false)) }
    strayed = known.union(pointers).union(isUnlisted ? [""] : [])
    self.outline = outline
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
