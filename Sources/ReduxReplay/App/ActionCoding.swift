import RuntimeLayout
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

extension ActionCoding {
  /// Many action types behind a protocol, or below a class, which the runtime finds by name.
  ///
  ///     static var actions: ActionCoding<any MovieAction> { .found }
  ///
  /// See `found(also:renamed:)`.
  public static var found: ActionCoding { .found() }

  /// Many action types behind a protocol, or below a class, found by name or listed.
  ///
  ///     static var actions: ActionCoding<any MovieAction> {
  ///       .found(also: [Hidden.self], renamed: ["MoviesActions.SetDetails": MoviesActions.SetDetail.self])
  ///     }
  ///
  /// The recorder writes the module and the qualified name of an action's type, and the runtime finds the type by them. If a
  /// record names no module, as older recorders do, or one that no longer has the type, the runtime searches the modules of
  /// the protocol, of the app, of its state and the state's members, and of the listed types. To search another module, list
  /// one of its types.
  ///
  /// It finds nested and generic types. It also finds types in an extension of another module's type, if the record or this
  /// list names both modules. List other types in `also`:
  ///
  /// - private and local types
  /// - types whose names exceed 512 bytes or aren't ASCII
  ///
  /// Journals are untrusted. A journal can name any type, but only types that conform to `Action` and `Decodable` are used:
  /// no value of another type is created, and no code of it runs. A name that leads to several such types is an error, even
  /// if one is listed and the runtime finds another. `Any`, protocols that any type conforms to, and private protocols can't
  /// tell actions from other types, so only listed types are found for them.
  ///
  /// - Parameters:
  ///   - also: Types that the runtime doesn't find. Their qualified names without the module identify them.
  ///   - renamed: Types by their recorded names.
  /// - Returns: The coding. It throws `ActionTypeError` for a name that leads to no type, or to several.
  public static func found(
    also: [any Decodable.Type] = [], renamed: [String: any Decodable.Type] = [:]
  ) -> ActionCoding {
    found(also: also, renamed: renamed) { [] }
  }

  private static func found(
    also: [any Decodable.Type], renamed: [String: any Decodable.Type], modules: @escaping () -> [String]
  ) -> ActionCoding {
    let finder = ActionTypeFinder<Action>(also: also, renamed: renamed, modules: modules)

    func decode(_ node: JSONNode, as type: any Decodable.Type, named name: String?) throws -> Action {
      guard let action = try StateDecoder().decode(type, from: node) as? Action else {
        throw ActionTypeError(name: name, problem: .noAction)
      }
      return action
    }

    return ActionCoding(
      decodeRecorded: { node, name, module in
        try decode(node, as: finder.type(recorded: name, module: module), named: name)
      },
      decodeWritten: { node in
        guard let member = onlyMember(of: node) else { throw ActionTypeError(name: nil, problem: .unknown) }
        return try decode(member.node, as: finder.type(written: member.key), named: member.key)
      },
      type: { name, module in try finder.type(recorded: name, module: module) },
      searching: { found(also: also, renamed: renamed, modules: $0) })
  }
}

extension ActionCoding {
  /// The most labels that are listed, and the most cases in one, since an enum may hold itself.
  private static var limits: (labels: Int, depth: Int) { (10_000, 8) }

  /// The labels that the app's actions can have, such as `tasks.create`; `nil` if they can't be determined.
  ///
  /// Decoding a case that no enum has fails with the list of its cases. Enums with one case don't show it, types with a
  /// decoding of their own show none, and types that are found by name can't be listed.
  package func labels() -> [String]? {
    let probe = try? JSONDocument(Array(#"{"?":{}}"#.utf8))
    guard let probe else { return nil }
    do { _ = try decodeWritten(probe.root) } catch let error as UnknownActionType {
      return error.known.flatMap { name in cases(of: name).map { $0.map { "\(name).\($0)" } } ?? [name] }
    } catch {}
    return cases(of: nil)
  }

  /// The paths of cases of an action type; `nil` if it shows none.
  private func cases(of type: String?) -> [String]? {
    var labels: [String] = []
    guard addCases(in: [], of: type, to: &labels) else { return nil }
    return labels
  }

  /// Adds the cases of the enum inside others; `false` if there is none.
  private func addCases(in path: [String], of type: String?, to labels: inout [String]) -> Bool {
    guard let names = caseNames(in: path, of: type) else { return false }
    for name in names where labels.count < Self.limits.labels {
      let path = path + [name]
      if path.count < Self.limits.depth, addCases(in: path, of: type, to: &labels) { continue }
      labels.append(path.joined(separator: "."))
    }
    return true
  }

  private func caseNames(in path: [String], of type: String?) -> [String]? {
    // A case holds another enum as its first unlabelled value.
    var json: JSONValue = ["?": [:]]
    for name in path.reversed() { json = .object(JSONObject([(name, .object(JSONObject([("_0", json)])))])) }
    guard let document = try? JSONDocument(Array(json.compact.utf8)) else { return nil }
    do { _ = try decode(document.root, swiftType: type) } catch {
      guard let unknown = (error as? DecodingError)?.unknownCase, unknown.path == path else { return nil }
      return unknown.case.known
    }
    return nil
  }
}

extension DecodingError {
  /// The case that an enum doesn't have, and the cases that lead to that enum.
  var unknownCase: (case: UnknownCase, path: [String])? {
    guard case .typeMismatch(_, let context) = self, let unknown = context.underlyingError as? UnknownCase else {
      return nil
    }
    // Each case is followed by a label.
    return (unknown, context.codingPath.indices.filter { $0 % 2 == 0 }.map { context.codingPath[$0].stringValue })
  }
}
