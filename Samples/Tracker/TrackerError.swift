public import StateCoding

/// The reason for refusing an action; the state doesn't change.
public enum TrackerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The project doesn't exist.
  case noSuchProject(Project.ID)
  /// The item doesn't exist.
  case noSuchItem(Item.ID)
  /// The project's id is taken.
  case projectExists(Project.ID)
  /// The item's id is taken.
  case itemExists(Item.ID)

  /// A sentence that describes the error.
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
  /// The same sentence, because ids aren't secret here.
  public var redactedDescription: String { description }
}
