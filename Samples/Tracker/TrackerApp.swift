public import ReduxReplay

/// A tracker of things that are counted over time: projects, and items that add to them.
public enum TrackerApp: ReplayableApp {
  /// The name in a journal's header.
  public static let name = "tracker"
  /// The version of the app.
  public static let version: String? = "2.0"
  /// The version of the shape of `TrackerState` and `TrackerAction`.
  public static let schema: Int? = 2
  /// Version 2 came with the screens. A state without any is what it was, so older journals are read as they are.
  public static var schemaChanges: [SchemaChange] { [SchemaChange(to: 2)] }

  /// A tracker without projects.
  public static var initialState: TrackerState { TrackerState() }

  /// Changes the state as the action asks for.
  ///
  /// - Throws: `TrackerError` if the action names what doesn't exist, or creates what does; nothing changes then.
  public static func reduce(_ state: inout TrackerState, _ action: TrackerAction) throws(TrackerError) {
    switch action {
    case .project(let action): try reduceProjects(&state, action)
    case .item(let action): try reduceItems(&state, action)
    case .navigation(let action): reduceNavigation(&state, action)
    }
  }
}
