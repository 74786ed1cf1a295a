public import ReduxReplay
import StateTree

extension TasksApp {
  /// What changed in the shape of the state: up to version 1.0 the favourites were copies of the tasks, now they are ids.
  public static var schemaChanges: [SchemaChange] {
    [SchemaChange(to: 2, state: favouritesByID)]
  }

  /// A state of schema 1 with the ids of its favourites in the place of the copies.
  @Sendable static func favouritesByID(_ state: JSONValue) -> JSONValue {
    guard var whole = state.object, var tasks = whole["tasks"]?.object, let copies = tasks["favourites"]?.array else {
      return state
    }
    tasks["favourites"] = .array(copies.compactMap { $0["id"] })
    whole["tasks"] = .object(tasks)
    return .object(whole)
  }
}
