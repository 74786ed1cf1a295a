import StateCoding
package import StateTree

/// Decodes the actions of an app from JSON.
public struct ActionCoding<Action> {
  let decodeRecorded: (_ node: JSONNode, _ swiftType: String?, _ module: String?) throws -> Action
  let decodeWritten: (_ node: JSONNode) throws -> Action
  /// Finds the type of an action by its name and its module; `nil` if the app has only one type.
  var type: ((_ name: String, _ module: String?) throws -> any Decodable.Type)?
  /// Returns the coding that searches further modules; `nil` if the coding searches none.
  var searching: ((_ modules: @escaping () -> [String]) -> ActionCoding)?

  /// Decodes a recorded action.
  ///
  /// - Parameters:
  ///   - node: The action's JSON.
  ///   - swiftType: The name of the action's type, if the record names one.
  ///   - module: The module of that type, if the record names it.
  /// - Returns: The action.
  /// - Throws: `DecodingError`, `UnknownActionType` or `ActionTypeError`.
  package func decode(_ node: JSONNode, swiftType: String?, module: String? = nil) throws -> Action {
    try decodeRecorded(node, swiftType, module)
  }

  /// Decodes an action that a developer wrote: its JSON, or `{"TypeName": its JSON}` if the app has many action types.
  ///
  /// - Throws: `DecodingError`, `UnknownActionType` or `ActionTypeError`.
  package func decode(written node: JSONNode) throws -> Action {
    try decodeWritten(node)
  }
}

extension ActionCoding where Action: Decodable {
  /// A single action type, decoded by its own conformance.
  public static var codable: ActionCoding {
    ActionCoding(
      decodeRecorded: { node, _, _ in try StateDecoder().decode(Action.self, from: node) },
      decodeWritten: { node in try StateDecoder().decode(Action.self, from: node) })
  }
}

extension ActionCoding {
  /// Many action types behind a protocol.
  ///
  ///     static var actions: ActionCoding<any MovieAction> { .types([SetDetail.self, AddToWishlist.self]) }
  ///
  /// The recorder identifies a type by its qualified name without the module, such as `MoviesActions.SetDetail`. Decoding
  /// fails for a type that isn't an `Action`. Listing two types with one name stops the process.
  public static func types(_ types: [any Decodable.Type]) -> ActionCoding {
    let byName = Dictionary(
      types.map { (TypeName.of($0), $0) },
      uniquingKeysWith: { first, second in
        precondition(first == second, "two action types are named \(TypeName.of(first)); rename one of them")
        return first
      })

    func type(named name: String) throws -> any Decodable.Type {
      guard let type = byName[name] else { throw UnknownActionType(name: name, known: byName.keys.sorted()) }
      return type
    }

    func decode(_ node: JSONNode, as name: String) throws -> Action {
      let type = try type(named: name)
      guard let action = try StateDecoder().decode(type, from: node) as? Action else {
        throw UnknownActionType(name: name, known: byName.keys.sorted())
      }
      return action
    }

    return ActionCoding(
      decodeRecorded: { node, swiftType, _ in
        guard let swiftType else { throw UnknownActionType(name: "(none)", known: byName.keys.sorted()) }
        return try decode(node, as: swiftType)
      },
      decodeWritten: { node in
        guard let member = ActionCoding.onlyMember(of: node) else {
          throw UnknownActionType(name: "(none)", known: byName.keys.sorted())
        }
        return try decode(member.node, as: member.key)
      },
      type: { name, _ in try type(named: name) })
  }

  /// The type's name and the JSON of an action that a developer wrote.
  static func onlyMember(of node: JSONNode) -> (key: String, node: JSONNode)? {
    guard node.kind == .object, let member = node.members.first, node.count == 1 else { return nil }
    return (member.key, member.node)
  }
}

/// The error of an action whose type the app doesn't list.
package struct UnknownActionType: Error, Hashable, Sendable, CustomStringConvertible {
  /// The unknown name.
  package let name: String
  /// The names of the listed types.
  package let known: [String]
  /// The other unknown names in the journal.
  package internal(set) var others: [String] = []

  /// The unknown names, the listed ones, and the declaration for renamed types.
  package var description: String {
    let names = [name] + others
    let line = names.map { "\(JSONValue.string($0).compact): \"NewName\"" }.joined(separator: ", ")
    return "no action type is named \(names.alternatives); the app lists "
      + (known.isEmpty ? "none" : known.joined(separator: ", "))
      + "; if types were renamed, declare their new names: renamedTypes: [\(line)]"
  }
}
