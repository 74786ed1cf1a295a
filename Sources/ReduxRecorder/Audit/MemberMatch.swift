import StateTree

/// Which of a value's members are encoded, and as what.
///
/// Members and what is encoded have the same names, unless the type's `CodingKeys` rename some. Of a renamed member only
/// the value is left to know it by; where several have such a value, nobody can tell.
struct MemberMatch {
  typealias Member = (name: String, value: Any)
  /// What stands under a name, and the way to it as it may be told.
  typealias Encoded = (key: String, place: [String], part: EncodedParts.Part)

  /// The members that are encoded.
  private(set) var pairs: [(member: Member, encoded: Encoded)] = []
  /// What is encoded and is no member as it is: a computed property, for one.
  private(set) var strangers: [Encoded]
  /// The members that are not encoded.
  private(set) var leftOut: [Member]
  /// Members of which only some are encoded, under names that don't tell which.
  private(set) var doubtful: [Member] = []
  /// How many of these are encoded.
  private(set) var doubtfullyEncoded = 0

  /// Matches the members of a value with its parts.
  init(_ members: [Member], _ parts: EncodedParts) {
    leftOut = members
    // What an observable object keeps beside its members is encoded too.
    strangers = MemberMatch.encoded(parts, at: []).filter { !$0.key.hasPrefix("_$") }
    take { $0.name == $1 || "_\($0.name)" == $1 }
    // A class encodes what it inherits, and a value groups members, in containers that are none of the members.
    while let index = strangers.firstIndex(where: { $0.part.hasMembers }) {
      let group = strangers.remove(at: index)
      if case .container(let inner) = group.part { strangers += MemberMatch.encoded(inner, at: group.place) }
    }
    take { $0.name == $1 || "_\($0.name)" == $1 }
    take { MemberMatch.plain($0.name) == MemberMatch.plain($1) }
    takeByValue()
    // A hand-written encoding leaves out optionals that hold nothing, but its type knows their names.
    leftOut.removeAll { parts.knows($0.name) && MemberMatch.holdsNothing($0.value) }
  }

  /// Whether a value is an optional that holds nothing, or encodes as one: a wrapped one.
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

  /// Pairs members with what has their name.
  private mutating func take(where isName: (Member, String) -> Bool) {
    leftOut.removeAll { member in
      guard let index = strangers.firstIndex(where: { isName(member, $0.key) }) else { return false }
      var encoded = strangers.remove(at: index)
      // A member's name is no data, whatever kind of key it stands under.
      encoded.place[encoded.place.count - 1] = encoded.key
      pairs.append((member, encoded))
      return true
    }
  }

  /// A name without what names are respelled by: `movie_title` for `movieTitle`.
  private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }

  /// Pairs members with what has their value, where that can mean only one.
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
    // As many names as members: each of them is encoded, whichever is which.
    doubtful = places.count > encoded.count ? places.sorted().map { leftOut[$0] } : []
    doubtfullyEncoded = doubtful.isEmpty ? 0 : encoded.count
    leftOut = leftOut.indices.filter { !places.contains($0) }.map { leftOut[$0] }
  }

  /// The places of the members that have the value of what is encoded.
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
