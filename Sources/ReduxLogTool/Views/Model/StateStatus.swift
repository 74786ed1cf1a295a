/// The knowledge about a state. Views show these words to people.
enum StateStatus: String, Codable, Hashable, Sendable {
  /// Today's reducers lead to the recorded hash.
  case proven
  /// The journal holds the state, and no reducer has confirmed it.
  case recorded
  /// Today's reducers lead to another state.
  case differs
  /// No replay leads here, and the journal doesn't hold the state.
  case notProven = "not proven"
  /// There is no such state: its action was interrupted.
  case missing
}

/// A place in a journal that deserves attention.
struct TimelineProblem: Hashable, Sendable {
  /// The kind of problem. Views show these words to people.
  enum Kind: String, Hashable, Sendable {
    case differs, crashed, hung
    case inFlight = "in flight"
    case damage, gap, torn, unproven
    /// A session starts from an earlier state than the last one before it.
    case wentBack = "went back"
  }

  var seq: Int
  var kind: Kind
  /// The event in a sentence without a full stop.
  var text: String
}
