import StateCoding
import StateTree

/// The assignment of a value's members to its encoded parts.
///
/// A member and its part have the same name, unless the type's `CodingKeys` rename it. A renamed member is found by its
/// value if no other member has that value.
struct MemberMatch {
  typealias Member = (name: String, value: Any)
  /// The part under a name, and the masked tokens of its pointer.
  typealias Encoded = (key: String, place: [String], part: EncodedParts.Part)

  /// The members that are encoded.
  private(set) var pairs: [(member: Member, encoded: Encoded)] = []
  /// The parts that match no member, such as computed properties.
  private(set) var unmatched: [Encoded]
  /// The members that are not encoded.
  private(set) var leftOut: [Member]
  /// Members of which only some are encoded, under names that match none of them.
  private(set) var ambiguous: [Member] = []
  /// How many of these are encoded.
  private(set) var ambiguouslyEncoded = 0

  /// Matches the members of a value with its parts.
  init(_ members: [Member], _ parts: EncodedParts) {
    leftOut = members
    // Observable objects also encode their registrar.
    unmatched = MemberMatch.encoded(parts, at: []).filter { !$0.key.hasPrefix("_$") }
    pair { $0.name == $1 || "_\($0.name)" == $1 }
    // A nested container without a member of its name is a superclass or a group of members.
    while let index = unmatched.firstIndex(where: { $0.part.hasMembers }) {
      let group = unmatched.remove(at: index)
      if case .container(let inner) = group.part { unmatched += MemberMatch.encoded(inner, at: group.place) }
    }
    pair { $0.name == $1 || "_\($0.name)" == $1 }
    pair { MemberMatch.plain($0.name) == MemberMatch.plain($1) }
    pairByValue()
    // A hand-written encoding omits empty optionals, but its type lists their names.
    leftOut.removeAll { parts.knows($0.name) && MemberMatch.isEmptyOptional($0.value) }
  }

  /// Whether a value is an empty optional, or encodes as one.
  private static func isEmptyOptional(_ value: Any) -> Bool {
    if Reflection.content(of: value) == nil { return true }
    guard let encodable = value as? any Encodable, let parts = try? EncodedParts.of(encodable), parts.form == .single
    else {
      return false
    }
    return switch parts.elements.first {
    case .value(let inner): Reflection.content(of: inner) == nil
    case .null, nil: true
    case .container: false
    }
  }

  private static func encoded(_ parts: EncodedParts, at place: [String]) -> [Encoded] {
    parts.members.map { ($0.key, place + [parts.masked($0.key)], $0.part) }
  }

  /// Pairs members and parts by name.
  private mutating func pair(where isName: (Member, String) -> Bool) {
    leftOut.removeAll { member in
      guard let index = unmatched.firstIndex(where: { isName(member, $0.key) }) else { return false }
      var encoded = unmatched.remove(at: index)
      // The name of a member isn't data, whatever the key type.
      encoded.place[encoded.place.count - 1] = encoded.key
      pairs.append((member, encoded))
      return true
    }
  }

  /// A name without case and separators, so that `movie_title` matches `movieTitle`.
  private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }

  /// Pairs members and parts by value, if only one member has the value.
  private mutating func pairByValue() {
    var unknown = unmatched
    while let index = unknown.firstIndex(where: { candidates(for: $0).count == 1 }) {
      let encoded = unknown.remove(at: index)
      let member = leftOut.remove(at: candidates(for: encoded)[0])
      unmatched.removeAll { $0.key.hasSameBytes(as: encoded.key) }
      pairs.append((member, encoded))
    }
    let encoded = unknown.filter { !candidates(for: $0).isEmpty }
    let places = Set(encoded.flatMap(candidates))
    // With as many names as members, all members are encoded.
    ambiguous = places.count > encoded.count ? places.sorted().map { leftOut[$0] } : []
    ambiguouslyEncoded = ambiguous.isEmpty ? 0 : encoded.count
    leftOut = leftOut.indices.filter { !places.contains($0) }.map { leftOut[$0] }
  }

  /// The indices of the members with the value of a part.
  private func candidates(for encoded: Encoded) -> [Int] {
    leftOut.indices.filter { index in
      let member = leftOut[index].value
      return switch encoded.part {
      case .null: Reflection.content(of: member) == nil
      case .value(let value): DynamicEquality.areAlike(member, value)
      case .container: false
      }
    }
  }
}

extension EncodedParts.Part {
  /// Whether it is a container with names.
  fileprivate var hasMembers: Bool { if case .container(let parts) = self { parts.form == .keyed } else { false } }
}
