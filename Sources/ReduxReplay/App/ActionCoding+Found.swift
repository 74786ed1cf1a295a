import StateCoding
import StateTree

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
