import RuntimeLayout
import StateCoding
import StateTree

/// The findings of a walk, merged by pointer: all elements of a collection have one pointer.
struct AuditNotes {
  /// The members of the values at a pointer.
  private struct Members {
    /// All members, in order of appearance.
    var seen: [String] = []
    var encoded: Set<String> = []
    /// The members that at least one value leaves out.
    var leftOut: [StateAudit.Member] = []
    /// The number of ambiguous members that are encoded.
    var ambiguouslyEncoded = 0
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
    for (members, isCertain) in [(match.leftOut, true), (match.ambiguous, false)] {
      for member in members where !known.leftOut.contains(where: { $0.name == member.name }) {
        let type = TypeName.readable(type(of: member.value))
        known.leftOut.append(StateAudit.Member(name: member.name, type: type, isCertain: isCertain))
      }
    }
    known.ambiguouslyEncoded = max(known.ambiguouslyEncoded, match.ambiguouslyEncoded)
    members[place] = known
  }

  /// The merged findings.
  var findings: [StateAudit.Finding] {
    let leftOut = places.compactMap { place -> StateAudit.Finding? in
      guard let known = members[place] else { return nil }
      let missing = known.leftOut.filter { !known.encoded.contains($0.name) }
      guard !missing.isEmpty else { return nil }
      let encoded = known.seen.count - missing.count + known.ambiguouslyEncoded
      return .membersLeftOut(at: place, members: missing, encoded: encoded, of: known.seen.count)
    }
    return single + leftOut
  }
}
