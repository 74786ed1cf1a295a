import RuntimeLayout
import Synchronization

/// What the reflected values of one recorder have in common: where they end, and the numbers of objects that are left out.
///
/// The instances of each class count from 1, in the order in which they are met, so that another object at the same place is
/// a change. The same run of an app has the same numbers in each process.
package final class ReflectionContext: Sendable {
  /// The context of reflections that belong to no recorder.
  package static let process = ReflectionContext()

  /// The levels that have fit on the stack of each thread so far. Each walk ends there, so that the next one through the
  /// same value ends at the same place.
  let fittingLevels = Atomic(Reflection.depthLimit)
  /// Whether a walk has reached the limit of parts. From then on, dictionaries are walked in one order, for the same reason.
  let needsOrder = Atomic(false)

  private struct Known {
    var number: Int
    /// The object, if it can be watched. An address alone may be that of a later object.
    var watched: WatchedObject?
  }

  /// An object that may be gone.
  private final class WatchedObject: @unchecked Sendable {
    // The reference is set once, and only its address is looked at.
    private weak var object: AnyObject?

    init(_ object: AnyObject) { self.object = object }

    var id: ObjectIdentifier? { object.map { ObjectIdentifier($0) } }
  }

  private struct State {
    var known: [ObjectIdentifier: Known] = [:]
    var counts: [ObjectIdentifier: Int] = [:]
  }

  /// The number of objects after which all are forgotten, and get new numbers.
  private static let limit = 4096

  private let state = Mutex(State())

  /// Creates a context without numbers.
  package init() {}

  /// The number of an object.
  func number(of object: AnyObject) -> Int {
    let id = ObjectIdentifier(object)
    let type: AnyClass = type(of: object)
    // Objective-C has classes that can't be referred to weakly.
    let watched = TypeName.isOfToolchain(type) ? nil : WatchedObject(object)
    return state.withLock { state in
      if let known = state.known[id], known.watched == nil || known.watched?.id == id { return known.number }
      // Not only those that are gone: to ask for one could make this thread the last that holds it.
      if state.known.count >= Self.limit { state.known = [:] }
      let number = state.counts[ObjectIdentifier(type), default: 0] + 1
      state.counts[ObjectIdentifier(type)] = number
      state.known[id] = Known(number: number, watched: watched)
      return number
    }
  }
}
