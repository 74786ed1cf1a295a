import Expectations
import ReduxReplay
import TestSupport
import Testing

/// The search for few actions that still fail, on failures that are functions of sets of places.
struct MinimizationTests {
  /// Searches with a function that says how a list of places, in order, fails.
  private func minimize(
    _ causes: [Int?], limit: Int = .max, _ outcome: ([Int]) -> Minimization.Outcome
  ) -> (best: [Int], tries: Int, isFinished: Bool) {
    var search = Minimization(causes: causes)
    while search.tries < limit, let candidate = search.candidate {
      search.note(outcome(candidate.places.map { search.list[$0] }))
    }
    return (search.best, search.tries, search.isFinished)
  }

  /// Fails if all of some places are there, the last one among them.
  private func failing(_ needed: Set<Int>) -> ([Int]) -> Minimization.Outcome {
    { places in needed.isSubset(of: places) ? .fails(count: places.count) : .passes }
  }

  private func places(_ count: Int, below limit: Int, _ random: inout SeededGenerator) -> Set<Int> {
    var places: Set = [limit - 1]
    while places.count < count { places.insert(Int.random(in: 0..<limit - 1, using: &random)) }
    return places
  }

  @Test(arguments: [(needed: 3, tries: 60), (needed: 10, tries: 200)])
  func `few of 5,000 actions are found in few tries`(needed: Int, tries: Int) {
    for seed in 0..<UInt64(Soak.count(10, soak: 1000)) {
      var random = SeededGenerator(seed: seed)
      let places = places(needed, below: 5000, &random)
      let found = minimize(Array(repeating: nil, count: 5000), failing(places))
      expectEqual(found.best, places.sorted(), "seed \(seed)")
      #expect(found.tries <= tries, "seed \(seed)")
      #expect(found.isFinished)
    }
  }

  @Test func `the last action alone is tried first`() {
    let found = minimize(Array(repeating: nil, count: 1000), failing([999]))
    expectEqual(found.best, [999])
    expectEqual(found.tries, 1)
  }

  @Test func `one action needs no try`() {
    let found = minimize([nil], failing([0]))
    expectEqual(found.best, [0])
    expectEqual(found.tries, 0)
    #expect(found.isFinished)
  }

  @Test func `if every action is needed, each is left out once, after the last one alone`() {
    let found = minimize(Array(repeating: nil, count: 64), failing(Set(0..<64)))
    expectEqual(found.best, Array(0..<64))
    #expect(found.tries < 64 + 8)
    #expect(found.isFinished)
  }

  @Test func `an action that is needed keeps its cause`() {
    // 0 caused 2, which caused 5.
    let found = minimize([nil, nil, 0, nil, nil, 2, nil], failing([5, 6]))
    expectEqual(found.best, [0, 2, 5, 6])
  }

  @Test func `what follows an earlier failure is dropped`() {
    let found = minimize(Array(repeating: nil, count: 100)) { places in
      // Without 50, action 60 fails already if 10 is there.
      if !places.contains(50), places.contains(10), let place = places.firstIndex(of: 60) {
        return .fails(count: place + 1)
      }
      return Set([10, 50, 70, 99]).isSubset(of: places) ? .fails(count: places.count) : .passes
    }
    #expect(found.best == [10, 60] || found.best == [10, 50, 70, 99])
    #expect(found.isFinished)
  }

  @Test func `a search that is stopped has a list that fails`() {
    var random = SeededGenerator(seed: 7)
    let needed = places(6, below: 500, &random)
    var last = 500
    for limit in 0..<80 {
      let found = minimize(Array(repeating: nil, count: 500), limit: limit, failing(needed))
      #expect(needed.isSubset(of: found.best), "\(limit) tries")
      #expect(found.best.count <= last)
      last = found.best.count
    }
    expectEqual(last, 6)
  }

  /// Failures that come and go as actions are left out, some in other ways, with causes.
  @Test func `leaving out any action, with what it caused, was tried`() {
    for seed in 0..<UInt64(Soak.count(400, soak: 20_000)) {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...40, using: &random)
      let causes: [Int?] = (0..<count).map { place in
        place > 0 && random.next() % 4 == 0 ? Int.random(in: 0..<place, using: &random) : nil
      }
      let salt = random.next()
      let isDense = seed % 2 == 0
      /// Arbitrary for each list, but the same for the same one; the whole list fails.
      func outcome(_ places: [Int]) -> Minimization.Outcome {
        if places.count == count { return .fails(count: count) }
        var mixer = SeededGenerator(seed: places.reduce(salt) { ($0 &+ UInt64($1)) &* 0x9e37_79b9_7f4a_7c15 })
        switch mixer.next() % 8 {
        case 0: return .unresolved
        case 1 where isDense: return .fails(count: Int.random(in: 1...places.count, using: &mixer))
        case 1..<(isDense ? 3 : 2): return .fails(count: places.count)
        default: return .passes
        }
      }
      var failing: Set<[Int]> = [Array(0..<count)]
      var tried: Set<[Int]> = []
      let found = minimize(causes) { places in
        tried.insert(places)
        let outcome = outcome(places)
        if case .fails(let length) = outcome { failing.insert(Array(places.prefix(length))) }
        return outcome
      }
      #expect(found.isFinished && found.best.count <= count, "seed \(seed)")
      #expect(failing.contains(found.best), "seed \(seed)")
      for place in found.best.dropLast() {
        var out: Set = [place]
        for later in found.best where causes[later].map(out.contains) == true { out.insert(later) }
        // Without its last action, a list isn't the same failure.
        guard !out.contains(found.best[found.best.count - 1]) else { continue }
        #expect(tried.contains(found.best.filter { !out.contains($0) }), "seed \(seed): \(found.best) without \(out)")
      }
      for place in found.best {
        if let cause = causes[place] { #expect(found.best.contains(cause), "seed \(seed)") }
      }
    }
  }
}
