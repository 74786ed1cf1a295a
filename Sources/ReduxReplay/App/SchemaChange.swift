public import StateTree

/// A change of an app's states and actions in a schema version, which makes older journals readable.
///
///     static var schemaChanges: [SchemaChange] {
///       [
///         SchemaChange(to: 2, added: ["/filter": "all", "/tasks/*/tags": []]),
///         SchemaChange(to: 3, renamedMembers: ["/tasks/*/text": "title"], renamedActions: ["tasks.add": "tasks.create"]),
///         SchemaChange(to: 4, state: { state in
///           …  // JSON of schema 3 becomes JSON of schema 4
///         }),
///       ]
///     }
///
/// A version that adds only optional members or new cases needs only its number: `SchemaChange(to: 5)` declares that older
/// journals can be read unchanged.
///
/// A journal without a schema version is older than any version. The replay applies each change that is newer than the
/// journal and not newer than the app, in order.
///
/// A journal holds the hashes of its original states. The replay proves a state of an older session as it was: without added
/// members, with renamed members under their old names, and converted back by `revertingState`. A closure `state` alone can't
/// be undone. Then the replay proves only the states that the journal holds, in patches and snapshots: see
/// `VerifyReport.reshaped`.
public struct SchemaChange: Sendable {
  /// The version that introduces this change.
  public let version: Int
  let added: [AddedMember]
  let renamedMembers: [RenamedMembers]
  let renamedTypes: [ActionRename]
  let renamedActions: [ActionRename]
  let upcastAction: (@Sendable (_ action: JSONValue, _ type: String?) throws -> JSONValue)?
  let upcastState: (@Sendable (_ state: JSONValue) throws -> JSONValue)?
  let downcastState: (@Sendable (_ state: JSONValue) throws -> JSONValue)?

  /// Whether older states and actions can be read unchanged.
  var isEmpty: Bool {
    keepsStates && renames.isEmpty && upcastAction == nil
  }

  /// The renames of types and cases.
  var renames: [ActionRename] { renamedActions + renamedTypes }

  /// Whether older states can be read unchanged.
  var keepsStates: Bool { added.isEmpty && renamedMembers.isEmpty && upcastState == nil }

  /// Whether older states can't be restored from new ones.
  var reshapesStates: Bool { upcastState != nil && downcastState == nil }

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - version: The version that introduces the change.
  ///   - added: The new members of the state, with their values for older states. The keys are JSON Pointers, in which
  ///     `*` stands for any key or index. An invalid pointer stops the process.
  ///   - renamedMembers: The new names of members of the state. The keys are JSON Pointers to the members in the previous
  ///     version, in which `*` stands for any key or index. An invalid pointer stops the process.
  ///   - renamedTypes: For actions behind a protocol, the new qualified names of their types without the module, by the
  ///     old names.
  ///   - renamedActions: The new names of actions by the old ones, as `log` prints them: `tasks.add`, or with its type for
  ///     actions behind a protocol, `Catalogue.Filtering.set`. The first parts of the type's name may be missing if the
  ///     journal has no action of another type with that name; otherwise replay fails and lists them.
  ///   - action: Converts an action's JSON from the previous version, after renames. For actions behind a protocol, it also
  ///     receives the type's name.
  ///   - state: Converts a state's JSON from the previous version, before members are renamed and added.
  ///   - revertingState: Undoes `state`: converts a state's JSON, without the added members and with the old names, to the
  ///     previous version. If it restores every state exactly, states keep their proof.
  public init(
    to version: Int, added: [String: JSONValue] = [:], renamedMembers: [String: String] = [:],
    renamedTypes: [String: String] = [:],
    renamedActions: [String: String] = [:],
    action: (@Sendable (_ action: JSONValue, _ type: String?) throws -> JSONValue)? = nil,
    state: (@Sendable (_ state: JSONValue) throws -> JSONValue)? = nil,
    revertingState: (@Sendable (_ state: JSONValue) throws -> JSONValue)? = nil
  ) {
    self.version = version
    self.added = added.sorted { $0.key < $1.key }.map(AddedMember.init)
    self.renamedMembers = RenamedMembers.grouping(renamedMembers)
    self.renamedTypes = SchemaChange.renames(renamedTypes, isOfTypes: true)
    self.renamedActions = SchemaChange.renames(renamedActions, isOfTypes: false)
    upcastAction = action
    upcastState = state
    downcastState = revertingState
  }

  private static func renames(_ names: [String: String], isOfTypes: Bool) -> [ActionRename] {
    names.sorted { $0.key < $1.key }.map { ActionRename($0.key, to: $0.value, isOfTypes: isOfTypes) }
  }
}
