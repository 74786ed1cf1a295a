import StateTree

/// What a walk notes of many values, brought together by place: elements of a collection have one.
struct AuditNotes {
  /// The members of the values at a place.
  private struct Members {
    /// All that were seen, as they came.
    var seen: [String] = []
    var encoded: Set<String> = []
    /// Those that one value at least leaves out.
    var leftOut: [StateAudit.Member] = []
    /// How many of the doubtful ones are encoded.
    var doubtfullyEncoded = 0
  }

  private var single: [StateAudit.Finding] = []
  private var known: Set<StateAudit.Finding> = []
  private var members: [JSONPointer: Members] = [:]
  private var places: [JSONPointer] = []

  /// Notes a finding, once.
  mutating func add(_ finding: StateAudit.Finding) {
    if known.insert(finding).inserted { single.append(finding) }
  }

  /// Notes which members of a value are encoded.
  mutating func add(_ match: MemberMatch, of names: [String], at place: JSONPointer) {
    if members[place] == nil { places.append(place) }
    var known = members[place] ?? Members()
    for name in names where !known.seen.contains(name) { known.seen.append(name) }
    known.encoded.formUnion(match.pairs.map(\.member.name))
    for (members, isCertain) in [(match.leftOut, true), (match.doubtful, false)] {
      for member in members where !known.leftOut.contains(where: { $0.name == member.name }) {
        let type = TypeName.readable(type(of: member.value))
        known.leftOut.append(StateAudit.Member(name: member.name, type: type, isCertain: isCertain))
      }
    }
    known.doubtfullyEncoded = max(known.doubtfullyEncoded, match.doubtfullyEncoded)
    members[place] = known
  }

  /// What was noted.
  var findings: [StateAudit.Finding] {
    let leftOut = places.compactMap { place -> StateAudit.Finding? in
      guard let known = members[place] else { return nil }
      let missing = known.leftOut.filter { !known.encoded.contains($0.name) }
      guard !missing.isEmpty else { return nil }
      let encoded = known.seen.count - missing.count + known.doubtfullyEncoded
      return .membersLeftOut(at: place, members: missing, encoded: encoded, of: known.seen.count)
    }
    return single + leftOut
  }
}
