/// The activity of a store while it holds its reduce lock; names the culprit if code calls the store meanwhile.
enum LockedActivity: UInt8 {
  case bookkeeping
  case reducing
  case selecting
  case reading
  case replacing
  case observing

  /// The caller of the forbidden call, as the middle of a sentence.
  var caller: String {
    switch self {
    case .bookkeeping: "the store's own bookkeeping"
    case .reducing: "a reducer"
    case .selecting: "a `select` closure"
    case .reading: "the closure of `withState(_:)`"
    case .replacing: "the closure of `replaceState(_:committing:)`"
    case .observing: "the closure of a `StoringPolicy`, or another observer of each state,"
    }
  }

  /// The advice for the caller.
  var advice: String {
    switch self {
    case .reducing:
      "A reducer only computes the next state; dispatch from a middleware or a subscriber, and read the state from "
        + "the reducer's `inout` argument."
    case .bookkeeping, .selecting, .reading, .replacing, .observing:
      "This closure runs while the store's reduce lock is held; use the state that it receives, and call the store "
        + "after it has returned."
    }
  }
}
