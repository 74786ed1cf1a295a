import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// The places of dates in the states of a log, as far as the app's types say so.
///
/// Elements of an empty collection have no types yet, so it looks again at the state in which a number appears at a new place.
struct LogDates {
  /// A place without indices and keys of its ancestors, which differ between elements.
  private struct Shape: Hashable {
    let depth: Int
    let name: String?
  }

  /// The most states that it looks into.
  private static let limit = 64

  private let lookup: StateLookup
  private var places = PointerPatterns.none
  private var known: Set<Shape> = []

  init(_ lookup: StateLookup) { self.lookup = lookup }

  /// Notes the dates in the changes of an action.
  ///
  /// - Parameters:
  ///   - change: The changes.
  ///   - seq: The seq of the state after them.
  /// - Throws: The errors of finding the state.
  mutating func note(in change: inout LogChange, at seq: Int) throws {
    let shapes = change.list.possibleDates.map { place in
      Shape(depth: place.tokens.count, name: place.tokens.last { Int($0) == nil })
    }
    if known.count < LogDates.limit, !known.isSuperset(of: shapes) {
      known.formUnion(shapes)
      places = places.united(with: lookup.dates(in: try lookup.node(at: seq, nil)))
    }
    change.note(places)
  }
}
