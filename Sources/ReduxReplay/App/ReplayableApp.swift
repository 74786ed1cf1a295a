public import StateTree

/// What replay needs to know of an app: its name, where it starts, and its root reducer.
///
/// A journal's header names the app it was recorded from; a tool that was given the type with that name can rebuild
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

  /// The name that the journal's header has.
  static var name: String { get }
  /// The app's version, for people.
  static var version: String? { get }
  /// The version of the state's and the actions' shape, counted up by the app. If nothing is said, that of the last of
  /// `schemaChanges`.
  static var schema: Int? { get }
  /// What changed with each version, so that older journals can be read; nothing if nothing is said.
  static var schemaChanges: [SchemaChange] { get }
  /// The state of a new session. Replay starts from the state in the journal instead.
  static var initialState: State { get }
  /// How actions are read from a journal; for a `Codable` action type there is nothing to say.
  static var actions: ActionCoding<Action> { get }

  /// Where values are that replaying the actions does not give again, as a time that a reducer reads from the clock. A
  /// recorder is given them in its options: it writes what is there, and leaves it out of every hash, so that `verify` doesn't
  /// look at it. Nothing, if nothing is said.
  static var volatile: [RedactionRules.Pointer] { get }

  /// Changes the state as the action asks for.
  ///
  /// - Throws: Whatever refuses the action. The journal keeps the error and the state as it was left.
  static func reduce(_ state: inout State, _ action: Action) throws
}

extension ReplayableApp {
  /// No version.
  public static var version: String? { nil }
  /// That of the last change; without any, none.
  public static var schema: Int? { schemaChanges.map(\.version).max() }
  /// Nothing is volatile.
  public static var volatile: [RedactionRules.Pointer] { [] }
  /// No changes.
  public static var schemaChanges: [SchemaChange] { [] }
}

extension ReplayableApp where Action: Codable {
  /// Actions are read by their own `Codable` conformance.
  public static var actions: ActionCoding<Action> { .codable }
}
