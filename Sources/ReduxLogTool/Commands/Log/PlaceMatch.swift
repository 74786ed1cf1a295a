import ReduxJournal
import StateTree

/// Whether an action changed the value at a place, as far as its record tells.
enum PlaceMatch: Int, Comparable {
  case no
  /// The record names only a value around the place, or an array whose elements moved.
  case perhaps
  case yes

  static func < (left: PlaceMatch, right: PlaceMatch) -> Bool { left.rawValue < right.rawValue }

  /// Matches an action's patch, or, without one, the places that it changed, with places of which one must match.
  init(of action: ActionRecord, with places: [JSONPointer]) {
    if let patch = action.patch, let operations = try? JSONPatch(json: patch.value).operations {
      self = PlaceMatch.best(operations, places) { PlaceMatch(of: $0, with: $1) }
    } else {
      let changed = action.changed.compactMap { try? JSONPointer($0.pointer) }
      self = PlaceMatch.best(changed, places) { PlaceMatch(of: $0, with: $1) }
    }
  }

  private static func best<Change>(
    _ changes: [Change], _ places: [JSONPointer], _ match: (Change, JSONPointer) -> PlaceMatch
  ) -> PlaceMatch {
    var best = PlaceMatch.no
    for change in changes {
      for place in places where best != .yes { best = max(best, match(change, place)) }
    }
    return best
  }

  /// Matches a place that changed, somewhere inside or as a whole.
  private init(of changed: JSONPointer, with place: JSONPointer) {
    self = place.isPrefix(of: changed) ? .yes : changed.isPrefix(of: place) ? .perhaps : .no
  }

  private init(of operation: JSONPatch.Operation, with place: JSONPointer) {
    switch operation {
    case .test: self = .no
    case .replace(let path, _), .copy(_, let path): self.init(of: path, with: place)
    case .remove(let path): self = max(PlaceMatch(of: path, with: place), PlaceMatch(ofShiftAt: path, with: place))
    case .move(let from, let path):
      self =
        [from, path].map { max(PlaceMatch(of: $0, with: place), PlaceMatch(ofShiftAt: $0, with: place)) }.max()
        ?? .no
    case .add(let path, let value):
      var match = PlaceMatch(of: path, with: place)
      if match == .perhaps {
        let inner = JSONPointer(tokens: Array(place.tokens.dropFirst(path.tokens.count)))
        let isNewMember = path.tokens.last.map { Int($0) == nil } ?? false
        match = value[inner] != nil ? .yes : isNewMember ? .no : .perhaps
      }
      self = max(match, PlaceMatch(ofShiftAt: path, with: place))
    }
  }

  /// Matches a place behind an element that an array gained or lost.
  private init(ofShiftAt path: JSONPointer, with place: JSONPointer) {
    let parent = JSONPointer(tokens: path.tokens.dropLast())
    guard parent.isPrefix(of: place), place.tokens.count >= path.tokens.count, let token = path.tokens.last,
      let index = Int(token), let other = Int(place.tokens[path.tokens.count - 1])
    else {
      self = .no
      return
    }
    self = other > index ? .perhaps : .no
  }
}
