import StateTree

extension ActionCoding {
  /// Many action types behind a protocol, or below a class, which are found by their names: nothing is listed.
  ///
  ///     static var actions: ActionCoding<any MovieAction> { .found }
  ///
  /// See `found(also:renamed:)`.
  public static var found: ActionCoding { .found() }

  /// Many action types behind a protocol, or below a class, which are found by their names, but for those that are listed.
  ///
  ///     static var actions: ActionCoding<any MovieAction> {
  ///       .found(also: [Hidden.self], renamed: ["MoviesActions.SetDetails": MoviesActions.SetDetail.self])
  ///     }
  ///
  /// The recorder writes the qualified name of an action's type, and its module; by these the runtime finds it. Where a
  /// record names no module, as those of older recorders, or one that isn't there any more, the type is looked for in the
  /// module of the protocol. Nested and generic types are found. Private and local ones aren't, nor those in an extension
  /// of another module's type, nor names that are longer than 512 bytes or go beyond ASCII: they are listed.
  ///
  /// A journal may come from anybody. It can name any type, but only one that conforms to `Action` and `Decodable` is
  /// ever used: no value of another is made, and nothing of it is called. A name that leads to several of these is an
  /// error, also where one of them is listed and the runtime finds another. `Any`, protocols that any type conforms to, and private
  /// ones say too little of what an action is; for them only listed types are found.
  ///
  /// - Parameters:
  ///   - also: Types that the runtime doesn't find, which are told by their qualified names without the module.
  ///   - renamed: Types by the names that they had when they were recorded.
  /// - Returns: How actions are read, which throws `ActionTypeError` for a name that leads to no type, or to several.
  public static func found(
    also: [any Decodable.Type] = [], renamed: [String: any Decodable.Type] = [:]
  ) -> ActionCoding {
    let finder = ActionTypeFinder<Action>(also: also, renamed: renamed)

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
      })
  }
}
