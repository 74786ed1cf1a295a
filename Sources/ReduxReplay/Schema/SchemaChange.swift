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
  let renamedTypes: [ActionRename]
  let renamedActions: [ActionRename]
  let upcastAction: (@Sendable (_ action: JSONValue, _ type: String?) throws -> JSONValue)?
  let upcastState: (@Sendable (_ state: JSONValue) throws -> JSONValue)?

  /// Whether older states and actions can be read unchanged.
  var isEmpty: Bool {
    added.isEmpty && renames.isEmpty && upcastAction == nil && upcastState == nil
  }

  /// The renames of types and cases.
  var renames: [ActionRename] { renamedActions + renamedTypes }

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - version: The version that introduces the change.
  ///   - added: The new members of the state, with their values for older states. The keys are JSON Pointers, in which
  ///     `*` stands for any key or index. An invalid pointer stops the process.
  ///   - renamedTypes: For actions behind a protocol, the new qualified names of their types without the module, by the
  ///     old names.
  ///   - renamedActions: The new names of actions by the old ones, as `log` prints them: `tasks.add`, or with its type for
  ///     actions behind a protocol, `Catalogue.Filtering.set`. The first parts of the type's name may be missing if the
  ///     journal has no action of another type with that name; otherwise replay fails and lists them.
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
    self.renamedTypes = SchemaChange.renames(renamedTypes, isOfTypes: true)
    self.renamedActions = SchemaChange.renames(renamedActions, isOfTypes: false)
    upcastAction = action
    upcastState = state
  }

  private static func renames(_ names: [String: String], isOfTypes: Bool) -> [ActionRename] {
    names.sorted { $0.key < $1.key }.map { ActionRename($0.key, to: $0.value, isOfTypes: isOfTypes) }
  }
}
