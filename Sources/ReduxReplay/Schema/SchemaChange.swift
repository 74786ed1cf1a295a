public import StateTree

/// What changed in the shape of an app's states and actions with a schema version, so that older journals can be read.
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
/// A version whose states and actions have only new members that may be missing, or new cases, needs nothing but its
/// number: `SchemaChange(to: 4)` says that what is older can be read as it is.
///
/// A journal without a schema version is older than any. Changes are made one version after the other: what comes from
/// the journal passes through each that is newer than the journal and not newer than the app.
///
/// The hashes in a journal are those of the states as they were. Where members were only added, states are hashed
/// without them and are proven as ever. After a change of states by a closure no state has its recorded hash any more;
/// see `VerifyReport.reshaped` for what is checked then.
public struct SchemaChange: Sendable {
  /// The version that has this change.
  public let version: Int
  let added: [AddedMember]
  let renamedTypes: [String: String]
  let renamedActions: [String: String]
  let upcastAction: (@Sendable (_ action: JSONValue, _ type: String?) throws -> JSONValue)?
  let upcastState: (@Sendable (_ state: JSONValue) throws -> JSONValue)?

  /// Whether older states and actions can be read as they are.
  var isEmpty: Bool {
    added.isEmpty && renamedTypes.isEmpty && renamedActions.isEmpty && upcastAction == nil && upcastState == nil
  }

  /// Describes a change.
  ///
  /// - Parameters:
  ///   - version: The version that has it.
  ///   - added: Members of the state that the version before did not have, with the values that stand in older states:
  ///     JSON Pointers, in which `*` stands for any key or index. A pointer that is none is a programming error, which
  ///     stops the process here.
  ///   - renamedTypes: For actions behind a protocol, the qualified names of their types without the module, by what
  ///     they were before.
  ///   - renamedActions: The dotted paths of cases that were renamed, `tasks.add`, and what they are now, `tasks.create`.
  ///   - action: Makes an action's JSON from that of the version before; it gets the type's name too, where actions are
  ///     behind a protocol. What was renamed has its new name by then.
  ///   - state: Makes a state's JSON from that of the version before. Members are added after it.
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
