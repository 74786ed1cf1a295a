/// A search for few actions that still fail, by trying subsets of a list whose last action fails.
///
/// It has no I/O: its owner tries each `candidate` and notes the outcome.
///
/// A pass cuts actions from the end of the list, before those that are needed, until one more makes the failure go away: that
/// one is needed, too. What is before the cut stays as it was, so few tries fail in other ways, and each can go on from a
/// state that is known. To find a needed action takes about as many tries as its distance to the next one has bits. Passes
/// are repeated on what is left until one leaves nothing out: then leaving out each action was tried.
///
/// A candidate leaves out an action together with everything that it caused. So the cause of a needed action is needed, too.
package struct Minimization: Sendable {
  /// The outcome of a try.
  package enum Outcome: Hashable, Codable, Sendable {
    /// It failed in the same way; the first `count` actions of the subset suffice for that.
    case fails(count: Int)
    /// It didn't fail.
    case passes
    /// It failed in another way.
    case unresolved
  }

  private enum Phase: Hashable {
    case cutting
    /// Leaving out an action that is needed only for what it caused, together with that.
    case leavingOut(Int)
    case finished
  }

  /// For each action of the input, the place of its cause in the input.
  private let causes: [Int?]
  /// The list of this pass: places in the input, ascending.
  package private(set) var list: [Int]
  /// The number of noted outcomes.
  package private(set) var tries = 0
  private var phase = Phase.cutting
  /// For each action of the list, the place of its cause in the list.
  private var parents: [Int?] = []
  /// The actions of the list that are known to be needed, and their causes.
  private var isNeeded: [Bool] = []
  /// All actions before it fail together with the needed ones.
  private var end = 0
  /// The needed actions from `end` on, the last one first.
  private var kept: [Int] = []
  /// The most actions from the start that are known not to fail together with the needed ones, if any.
  private var tooFew: Int?
  /// How many actions to cut next, as long as that fails.
  private var step = 0
  /// The number of needed actions that the pass found.
  private var found = 0

  /// Starts with all actions of an input that isn't empty, which fail with the last one.
  ///
  /// - Parameter causes: For each action, the place of its cause, which is before it; `nil` if the input has none.
  package init(causes: [Int?]) {
    self.causes = causes
    list = Array(causes.indices)
    start(step: causes.count)
  }

  /// Whether the search is over: leaving out any action, with what it caused, was tried.
  package var isFinished: Bool { phase == .finished }

  /// The fewest actions that are known to fail, as places in the input, ascending.
  package var best: [Int] { phase == .cutting ? subset(before: end).places.map { list[$0] } : list }

  /// The next subset of `list` to try; `nil` at the end.
  package var candidate: ActionSubset? {
    switch phase {
    case .finished: nil
    case .leavingOut(let place): leavingOut(place)
    case .cutting: subset(before: cut)
    }
  }

  /// Notes what the candidate did.
  package mutating func note(_ outcome: Outcome) {
    guard let candidate else { return }
    tries += 1
    switch (phase, outcome) {
    case (.finished, _): break
    case (.leavingOut, .fails(let count)):
      list = candidate.first(count).places.map { list[$0] }
      start(step: 1)
    case (.leavingOut(let place), _): leaveOut(after: place)
    case (.cutting, .fails(let count)) where count < candidate.count: restart(with: candidate.first(count))
    case (.cutting, .fails):
      kept += (cut..<end).reversed().filter { isNeeded[$0] }
      end = cut
      if tooFew == nil { step = min(2 * step, list.count) }
      settle()
    case (.cutting, _):
      tooFew = cut
      settle()
    }
  }

  // MARK: Cutting

  private mutating func start(step: Int) {
    phase = .cutting
    let places = Dictionary(uniqueKeysWithValues: list.enumerated().map { ($1, $0) })
    parents = list.map { causes[$0].flatMap { places[$0] } }
    found = 0
    self.step = step
    restart(with: ActionSubset(prefix: list.count - 1, rest: [list.count - 1]))
  }

  /// Goes on with a subset of the list that fails with its last action.
  private mutating func restart(with subset: ActionSubset) {
    end = min(subset.prefix, subset.count - 1)
    isNeeded = Array(repeating: false, count: list.count)
    let rest = subset.rest.isEmpty ? [end] : subset.rest
    for place in rest { need(place) }
    kept = rest.reversed()
    tooFew = nil
    settle()
  }

  /// Marks an action and its causes as needed.
  private mutating func need(_ place: Int) {
    var next: Int? = place
    while let place = next, !isNeeded[place] {
      isNeeded[place] = true
      next = parents[place]
    }
  }

  /// How many actions from the start to try next.
  private var cut: Int { tooFew.map { ($0 + end) / 2 } ?? max(0, end - step) }

  private func subset(before place: Int) -> ActionSubset {
    ActionSubset(prefix: place, rest: (place..<end).filter { isNeeded[$0] } + kept.reversed())
  }

  /// Goes on to the next cut that isn't decided.
  private mutating func settle() {
    while end > 0 {
      if !isNeeded[end - 1] {
        guard tooFew == end - 1 else { return }
        need(end - 1)
        found += 1
        // The next one is probably as far away as those before it.
        step = max(1, (list.count - end) / found)
      }
      end -= 1
      kept.append(end)
      tooFew = nil
    }
    guard kept.count == list.count else {
      list = kept.reversed().map { list[$0] }
      return start(step: 1)
    }
    leaveOut(after: nil)
  }

  // MARK: Leaving out

  /// Goes on to the next action that cutting didn't leave out alone, because something that it caused was needed.
  private mutating func leaveOut(after place: Int?) {
    let causing = Set(parents.compactMap(\.self))
    var ofLast: Set<Int> = []
    var next = parents.last ?? nil
    while let cause = next, ofLast.insert(cause).inserted { next = parents[cause] }
    let others = list.indices.dropFirst((place ?? -1) + 1)
    phase = others.first { causing.contains($0) && !ofLast.contains($0) }.map(Phase.leavingOut) ?? .finished
  }

  private func leavingOut(_ place: Int) -> ActionSubset {
    var isOut = Array(repeating: false, count: list.count)
    isOut[place] = true
    for later in list.indices.dropFirst(place + 1) { isOut[later] = parents[later].map { isOut[$0] } ?? false }
    return ActionSubset(prefix: place, rest: list.indices.filter { $0 > place && !isOut[$0] })
  }
}
