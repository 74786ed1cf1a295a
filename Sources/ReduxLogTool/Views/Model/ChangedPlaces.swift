import ReduxJournal
import StateTree

/// The places that an action changed, as JSON Pointers, for lists and comparisons.
enum ChangedPlaces {
  /// More places than this are shortened to those around them.
  private static let most = 8

  /// Returns the places that a patch changes.
  static func of(_ patch: JSONPatch) -> [String] {
    var paths = Set(patch.operations.flatMap(\.places))
    var depth = paths.map(\.tokens.count).max() ?? 0
    while paths.count > most, depth > 1 {
      depth -= 1
      paths = Set(paths.map { JSONPointer(tokens: Array($0.tokens.prefix(depth))) })
    }
    return paths.map(\.description).sorted()
  }

  /// Returns the places that a record names; `nil` if it doesn't say what changed.
  static func of(_ action: ActionRecord) -> [String]? {
    // Without a hash, nothing says what changed.
    guard !action.changed.isEmpty || action.hash != nil && action.unhashed == nil else { return nil }
    return action.changed.map(\.pointer)
  }
}

extension JSONPatch.Operation {
  /// The places that the operation changes.
  fileprivate var places: [JSONPointer] {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .copy(_, let path): [path]
    case .move(let from, let path): [from, path]
    case .test: []
    }
  }
}
