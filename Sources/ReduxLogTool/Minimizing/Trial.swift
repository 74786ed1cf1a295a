import ReduxReplay

/// A try in a search for few actions that still fail, in a form that can be sent to another process.
struct Trial: Codable, Hashable, Sendable {
  /// The task of a try.
  enum Task: Codable, Hashable, Sendable {
    /// List the actions that lead to the target.
    case list
    /// Reduce some of them, and judge whether the condition holds before the last one and not after it. If it doesn't hold
    /// before, an earlier action of the same type may have made it false.
    case judge(Actions, Expectation, type: String)
    /// Reduce some of them.
    case reduce(Actions)
    /// Reduce some of them, and return the states before and after the last one.
    case states(Actions)
  }

  /// Some of the actions of a list.
  struct Actions: Codable, Hashable, Sendable {
    /// The seq of the state before the first action of the list.
    let start: Int
    /// The seqs of the list, as ranges, of which a recording has few.
    private let ranges: [ClosedRange<Int>]
    let subset: ActionSubset

    init(_ subset: ActionSubset, of list: [Int], from start: Int) {
      self.start = start
      self.subset = subset
      ranges = list.reduce(into: []) { ranges, seq in
        if let last = ranges.last, last.upperBound == seq - 1 {
          ranges[ranges.count - 1] = last.lowerBound...seq
        } else {
          ranges.append(seq...seq)
        }
      }
    }

    /// Returns the seqs of the list.
    func list() -> [Int] { ranges.flatMap(\.self) }

    /// Returns the seqs of the actions.
    func seqs() -> [Int] {
      let list = list()
      return subset.places.map { list[$0] }
    }
  }

  /// The answer to a try.
  enum Reply: Codable, Sendable {
    case listed(TriedActions)
    case judged(Minimization.Outcome)
    /// `nil` if an action throws that didn't.
    case states(States?)
  }

  /// The states before and after the last of some actions, as JSON text.
  struct States: Codable, Hashable, Sendable {
    let before: String
    let after: String
  }

  /// The seq of the state, or of the action in flight, to which the actions lead.
  let target: Int
  let task: Task
}
