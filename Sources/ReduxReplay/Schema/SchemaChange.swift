public import StateTree

/// A change of an app's states and actions in a schema version, which makes older journals readable.
///
///     static var schemaChanges: [SchemaChange] {
///       [
///         SchemaChange(to: 2, added: ["/filter": "all", "/tasks/*/tags": []]),
///         SchemaChange(to: 3, renamedActions: ["tasks.add": "tasks.create"]) { state in
///           …  // JSON of schema 2 becomes JSON of schema 3
///         },
///       ]
///     }
///
/// A version that adds only optional members or new cases needs only its number: `SchemaChange(to: 4)` declares that older
/// journals can be read unchanged.
///
/// A journal without a schema version is older than any version. The replay applies each change that is newer than the
/// journal and not newer than the app, in order.
///
/// A journal holds the hashes of its original states. If a change only adds members, the replay hashes states without them
/// and proves them as usual. If a closure changes states, no state matches its recorded hash any more: see
/// `VerifyReport.reshaped` for what is checked then.
public struct SchemaChange: Sendable {
  /// The version that introduces this change.
  public let version: Int
  let added: [AddedMember]
  let renamedTypes: [String: String]
  let renamedActions: [String: String]
  let upcastAction: (@Sendable (_ action: JSONValue, _ type: String?) throws -> JSONValue)?
  let upcastState: (@Sendable (_ state: JSONValue) throws -> JSONValue)?

  /// Whether older states and actions can be read unchanged.
  var isEmpty: Bool {
    added.isEmpty && renamedTypes.isEmpty && renamedActions.isEmpty && upcastAction == nil && upcastState == nil
  }

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - version: The version that introduces the change.
  ///   - added: The new members of the state, with their values for older states. The keys are JSON Pointers, in which
  ///     `*` stands for any key or index. An invalid pointer stops the process.
  ///   - renamedTypes: For actions behind a protocol, the new qualified names of their types without the module, by the
  ///     old names.
  ///   - renamedActions: The new dotted paths of cases, such as `tasks.create`, by the old ones, such as `tasks.add`.
  ///   - action: Converts an action's JSON from the previous version, after renames. For actions behind a protocol, it also
  ///     receives the type's name.
  ///   - state: Converts a state's JSON from the previous version, before members are added.
  public init(
    to version: Int, added: [String: JSONValue] = [:], renamedTypes: [String: String] = [:],
    renamedActions: [String: String] = [:],
    action: (@Sendable (_ action: JSONValue, _ type: String?) throws -> JSONValue)? = nil,
    state: (@Sendable (_ state: JSONValue) throws -> JSONValue)? = nil
  ) {
    self.version = version
    self.added = added.sorted { $0.key < $1.key }.map(AddedMember.init)
    self.renamedTypes = renamedTypes
    self.renamedActions = renamedActions
    upcastAction = action
    upcastState = state
  }
}
