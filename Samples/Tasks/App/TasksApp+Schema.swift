public import ReduxReplay
import StateTree

extension TasksApp {
  /// The changes of the state's shape: schema 1 stored favourites as copies of tasks, schema 2 stores ids.
  public static var schemaChanges: [SchemaChange] {
    [SchemaChange(to: 2, state: favouritesByID)]
  }

  /// Replaces the copied favourites of a schema 1 state with their ids.
  @Sendable static func favouritesByID(_ state: JSONValue) -> JSONValue {
    guard var whole = state.object, var tasks = whole["tasks"]?.object, let copies = tasks["favourites"]?.array else {
      return state
    }
    tasks["favourites"] = .array(copies.compactMap { $0["id"] })
    whole["tasks"] = .object(tasks)
    return .object(whole)
  }
}
