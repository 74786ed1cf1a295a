public import StateTree

extension StateAudit {
  /// A member that reflection sees and the encoding leaves out.
  public struct Member: Sendable, Hashable {
    /// The member's name.
    public var name: String
    /// The name of its type.
    public var type: String
    /// Whether it is left out for certain. It is not where the encoding has a name that no member has, and several members
    /// could be what is encoded under it.
    public var isCertain: Bool

    /// Creates a member.
    public init(name: String, type: String, isCertain: Bool = true) {
      self.name = name
      self.type = type
      self.isCertain = isCertain
    }
  }

  /// Something that recording will not catch.
  public enum Finding: Sendable, Hashable {
    /// The state is an object: it is inspected, not replayed.
    case object
    /// The state is not `Encodable`: it is recorded by reflection.
    case notEncodable
    /// The state is `Encodable` and not `Decodable`: nothing is restored of it.
    case notDecodable
    /// The encoding of a value leaves members out, and has `encoded` of as many as it has.
    case membersLeftOut(at: JSONPointer, members: [Member], encoded: Int, of: Int)
    /// There is an object in the state.
    case reference(at: JSONPointer, type: String)
    /// A set or a dictionary is encoded in an order that is another in each run.
    case unstableOrder(at: JSONPointer)
    /// Reflection sees nothing of a value: a function, for one.
    case opaque(at: JSONPointer, type: String)
    /// A value's own encoding throws.
    case encodingThrows(at: JSONPointer, type: String)
    /// What was encoded can't be decoded.
    case decodingThrows(at: JSONPointer)
    /// What was encoded and decoded is not what it was. The place is the first that differs, with the names that members
    /// and cases have in the code.
    case notWhole(at: JSONPointer)
  }
}

extension StateAudit.Finding: CustomStringConvertible {
  /// How many members are listed.
  private static let shown = 24

  /// What was found, where, and what it means.
  public var description: String {
    switch self {
    case .object:
      "it is a class, so it is inspected, not replayed: what is recorded can be read, and no object can be made of it. "
        + "A state that shall be replayed is a struct"
    case .notEncodable:
      "it is not Encodable, so what reflection shows of it is recorded: that can be read, and is neither restored nor "
        + "replayed. A state that shall be replayed is Codable"
    case .notDecodable:
      "it is Encodable and not Decodable: its values can be read, and are neither restored nor replayed"
    case .membersLeftOut(let place, let members, let encoded, let count):
      "\(place.spoken) encodes \(encoded) of its \(count) members; the others are neither hashed nor "
        + "restored:\(Self.list(members))"
    case .reference(let place, let type):
      "\(place.spoken) is an object, a \(type): it can be changed without an action, and copies of the state share it"
    case .unstableOrder(let place):
      "\(place.spoken) is encoded in an order that is another in each run, so that hashes differ where nothing has "
        + "changed; encode the set or the dictionary itself, or sort it"
    case .opaque(let place, let type):
      "\(place.spoken), a \(type), shows nothing of itself: only its type is recorded"
    case .encodingThrows(let place, let type):
      "\(place.spoken), a \(type), can't be encoded as it is now"
    case .decodingThrows(let place):
      "a snapshot can't be restored: what is encoded can't be decoded, at \(place.spoken)"
    case .notWhole(let place):
      "a snapshot isn't whole: encoded and decoded, the state is another one, first at \(place.spoken)"
    }
  }

  private static func list(_ members: [StateAudit.Member]) -> String {
    let lines = members.prefix(shown).map { member in
      "\n    \(member.name): \(member.type)" + (member.isCertain ? "" : ", or another with such a value")
    }
    let more = members.count - shown
    return lines.joined() + (more > 0 ? "\n    and \(more) more" : "")
  }
}

extension StateAudit: CustomStringConvertible {
  /// How many findings of a kind are listed.
  private static let shown = 8

  /// The findings, one below the other; a single line if there are none.
  public var description: String {
    guard !findings.isEmpty else {
      return "nothing was found that recording \(stateType) will not catch\(isComplete ? "" : "; \(Self.incomplete)")"
    }
    var lines = ["recording \(stateType) will not catch everything:"]
    var index = 0
    while index < findings.count {
      let run = findings[index...].prefix { $0.kind == findings[index].kind }
      lines += run.prefix(Self.shown).map { "- \($0)" }
      if run.count > Self.shown { lines.append("- and \(run.count - Self.shown) more like it") }
      index += run.count
    }
    if !isComplete { lines.append("- \(Self.incomplete)") }
    return lines.joined(separator: "\n")
  }

  private static let incomplete = "it is too large for all of it to be looked at"
}

extension StateAudit.Finding {
  /// What it is, apart from where: findings of a kind stand together.
  var kind: Int {
    switch self {
    case .object: 0
    case .notEncodable: 1
    case .notDecodable: 2
    case .encodingThrows: 3
    case .membersLeftOut: 4
    case .opaque: 5
    case .reference: 6
    case .unstableOrder: 7
    case .decodingThrows: 8
    case .notWhole: 9
    }
  }
}

extension JSONPointer {
  /// The place as a sentence names it.
  fileprivate var spoken: String { isRoot ? "the state" : description }
}
