/// The latest targets of rewinds, so that repeated rewinds don't replay the whole way each time.
struct KeptStates<State> {
  private static var limit: Int { 8 }

  private var states: [(seq: Int, state: State)] = []

  /// The seqs of the kept states.
  var seqs: [Int] { states.map(\.seq) }

  /// Returns a kept state; `nil` if it isn't kept.
  subscript(seq: Int) -> State? { states.first { $0.seq == seq }?.state }

  /// Keeps a state instead of the oldest one.
  mutating func keep(_ state: State, as seq: Int) {
    states.removeAll { $0.seq == seq }
    if states.count == KeptStates.limit { states.removeFirst() }
    states.append((seq, state))
  }

  /// Releases all states.
  mutating func removeAll() { states = [] }
}
