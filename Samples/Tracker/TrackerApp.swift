public import ReduxReplay

/// A tracker of quantities over time: projects, and items that add to them.
public enum TrackerApp: ReplayableApp {
  /// The name in a journal's header.
  public static let name = "tracker"
  /// The version of the app.
  public static let version: String? = "2.0"
  /// The version of the shape of `TrackerState` and `TrackerAction`.
  public static let schema: Int? = 2
  /// Version 2 added navigation. A state without it is unchanged, so older journals need no conversion.
  public static var schemaChanges: [SchemaChange] { [SchemaChange(to: 2)] }

  /// A tracker without projects.
  public static var initialState: TrackerState { TrackerState() }

  /// Reduces an action.
  ///
  /// - Throws: `TrackerError` if the action names a missing id or creates a taken one; the state doesn't change then.
  public static func reduce(_ state: inout TrackerState, _ action: TrackerAction) throws(TrackerError) {
    switch action {
    case .project(let action): try reduceProjects(&state, action)
    case .item(let action): try reduceItems(&state, action)
    case .navigation(let action): reduceNavigation(&state, action)
    }
  }
}
