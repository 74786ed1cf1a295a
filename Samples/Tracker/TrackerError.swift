public import StateTree

/// Why the tracker refuses an action; the state stays as it was.
public enum TrackerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The action names a project that doesn't exist, or no longer.
  case noSuchProject(Project.ID)
  /// The action names an item that doesn't exist, or no longer.
  case noSuchItem(Item.ID)
  /// The action creates a project with an id that is taken.
  case projectExists(Project.ID)
  /// The action creates an item with an id that is taken.
  case itemExists(Item.ID)

  /// What is wrong with the action, in a sentence.
  public var description: String {
    switch self {
    case .noSuchProject(let id): "there is no project \"\(id)\"; it was never created, or has been deleted"
    case .noSuchItem(let id): "there is no item \"\(id)\"; it was never created, or has been deleted"
    case .projectExists(let id): "there is a project \"\(id)\" already; a new one needs an id of its own"
    case .itemExists(let id): "there is an item \"\(id)\" already; a new one needs an id of its own"
    }
  }
}

extension TrackerError: RedactableError {
  /// What is wrong with the action, as ever: ids are no secrets here.
  public var redactedDescription: String { description }
}
