import StateTree

/// The assignment of a value's members to the parts that it encodes.
///
/// They have the same names, unless the type's `CodingKeys` rename some. A renamed member is recognised by its value, unless
/// several members have that value.
struct MemberMatch {
  typealias Member = (name: String, value: Any)
  /// The part under a name, and the tokens of its pointer as the audit may report them.
  typealias Encoded = (key: String, place: [String], part: EncodedParts.Part)

  /// The members that are encoded.
  private(set) var pairs: [(member: Member, encoded: Encoded)] = []
  /// The parts that are not members, such as computed properties.
  private(set) var strangers: [Encoded]
  /// The members that are not encoded.
  private(set) var leftOut: [Member]
  /// Members of which only some are encoded, under names that don't identify them.
  private(set) var doubtful: [Member] = []
  /// How many of these are encoded.
  private(set) var doubtfullyEncoded = 0

  /// Matches the members of a value with its parts.
  init(_ members: [Member], _ parts: EncodedParts) {
    leftOut = members
    // Observable objects also encode their registrar.
    strangers = MemberMatch.encoded(parts, at: []).filter { !$0.key.hasPrefix("_$") }
    take { $0.name == $1 || "_\($0.name)" == $1 }
    // Superclasses and groups of members are nested containers without a member of that name.
    while let index = strangers.firstIndex(where: { $0.part.hasMembers }) {
      let group = strangers.remove(at: index)
      if case .container(let inner) = group.part { strangers += MemberMatch.encoded(inner, at: group.place) }
    }
    take { $0.name == $1 || "_\($0.name)" == $1 }
    take { MemberMatch.plain($0.name) == MemberMatch.plain($1) }
    takeByValue()
    // A hand-written encoding omits empty optionals, but its type lists their names.
    leftOut.removeAll { parts.knows($0.name) && MemberMatch.holdsNothing($0.value) }
  }

  /// Whether a value is an empty optional, or encodes as one.
  private static func holdsNothing(_ value: Any) -> Bool {
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
    parts.members.map { ($0.key, place + [parts.told($0.key)], $0.part) }
  }

  /// Pairs members with the parts that have their names.
  private mutating func take(where isName: (Member, String) -> Bool) {
    leftOut.removeAll { member in
      guard let index = strangers.firstIndex(where: { isName(member, $0.key) }) else { return false }
      var encoded = strangers.remove(at: index)
      // The name of a member isn't data, whatever the key type.
      encoded.place[encoded.place.count - 1] = encoded.key
      pairs.append((member, encoded))
      return true
    }
  }

  /// A name without case and separators, so that `movie_title` matches `movieTitle`.
  private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }

  /// Pairs members with the parts that have their values, if only one member has the value.
  private mutating func takeByValue() {
    var unknown = strangers
    while let index = unknown.firstIndex(where: { candidates(for: $0).count == 1 }) {
      let encoded = unknown.remove(at: index)
      let member = leftOut.remove(at: candidates(for: encoded)[0])
      strangers.removeAll { $0.key.hasSameBytes(as: encoded.key) }
      pairs.append((member, encoded))
    }
    let encoded = unknown.filter { !candidates(for: $0).isEmpty }
    let places = Set(encoded.flatMap(candidates))
    // As many names as members: all of them are encoded.
    doubtful = places.count > encoded.count ? places.sorted().map { leftOut[$0] } : []
    doubtfullyEncoded = doubtful.isEmpty ? 0 : encoded.count
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
