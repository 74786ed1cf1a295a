import RuntimeLayout
public import StateCoding

/// An app whose journals can be replayed: its name, its initial state and its root reducer.
///
/// A journal's header names the app that it was recorded from. A tool that contains the type with that name can rebuild
/// every state of the journal.
///
///     enum CounterApp: ReplayableApp {
///       static let name = "counter"
///       static var initialState: CounterState { CounterState() }
///       static func reduce(_ state: inout CounterState, _ action: CounterAction) { … }
///     }
///
/// The reducer must be pure: the same state and action must give the same state in every process.
public protocol ReplayableApp<State, Action>: SendableMetatype {
  /// The whole state of the app.
  associatedtype State: Codable
  /// The app's actions: one type, or a protocol that many types conform to.
  associatedtype Action

  /// The name in the journal's header.
  static var name: String { get }
  /// The app's version, for people.
  static var version: String? { get }
  /// The version of the shape of states and actions, which the app increments. By default, the last version in
  /// `schemaChanges`.
  static var schema: Int? { get }
  /// The changes of each version, so that older journals can be read. None by default.
  static var schemaChanges: [SchemaChange] { get }
  /// The state of a new session. Replay starts from the state in the journal instead.
  static var initialState: State { get }
  /// The coding that decodes recorded actions. A `Codable` action type needs no implementation.
  static var actions: ActionCoding<Action> { get }

  /// The pointers to values that a replay doesn't reproduce, such as a time that a reducer reads from the clock.
  ///
  /// Pass them to the recorder in its options: it writes the values and excludes them from every hash, so `verify`
  /// doesn't compare them. None by default.
  static var volatile: [RedactionRules.Pointer] { get }

  /// The places of the members that identify the elements of arrays, such as `/boards/*/cards/*/number`.
  ///
  /// Pass them to the recorder in its options, so that every view of the journal follows elements by them. None by default.
  static var identity: [RedactionRules.Pointer] { get }

  /// The conditions that every state should satisfy, for `reduxlog bisect` and `reduxlog assert`. None by default.
  static var checks: [Check<State>] { get }

  /// Whether the reducer gets the time, ids or random numbers from `ReplayInputs`.
  ///
  /// Pass it to the recorder in its options, as `inputs`; `reduxlog record` finds it. `false` by default.
  static var usesInputs: Bool { get }

  /// Applies an action to the state.
  ///
  /// - Throws: Any error that refuses the action. The journal keeps the error and the state that the reducer left
  ///   behind.
  static func reduce(_ state: inout State, _ action: Action) throws
}

extension ReplayableApp {
  /// No version.
  public static var version: String? { nil }
  /// The version of the last change; `nil` without changes.
  public static var schema: Int? { schemaChanges.map(\.version).max() }
  /// No checks.
  public static var checks: [Check<State>] { [] }
  /// Nothing is volatile.
  public static var volatile: [RedactionRules.Pointer] { [] }
  /// No choice: views find the members that identify elements.
  public static var identity: [RedactionRules.Pointer] { [] }
  /// No inputs.
  public static var usesInputs: Bool { false }
  /// No changes.
  public static var schemaChanges: [SchemaChange] { [] }
}

extension ReplayableApp where Action: Codable {
  /// Decodes actions by their own `Codable` conformance.
  public static var actions: ActionCoding<Action> { .codable }
}

extension ReplayableApp {
  /// The coding of the app's actions, which also searches the modules of the app's own types.
  package static var coding: ActionCoding<Action> {
    let actions = actions
    return actions.searching?({ modules }) ?? actions
  }

  /// The modules of the app, its state, and the state's members.
  private static var modules: [String] {
    let members = Mirror(reflecting: initialState).children.map { Swift.type(of: $0.value) as Any.Type }
    return ([Self.self, State.self] + members).flatMap(TypeName.modules)
  }
}
