import Testing

@testable import ReduxExploring

/// The random numbers of `explore`.
struct SeededRandomTests {
  @Test func `the words are those of SplitMix64`() {
    var random = SeededRandom(1_234_567)
    let words = (0..<5).map { _ in random.next() }
    // The vector is Rosetta Code's.
    #expect(
      words == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
  }

  @Test func `numbers below a bound are about equally likely, and weights count`() {
    var random = SeededRandom(7)
    var counts = [0, 0, 0, 0, 0]
    for _ in 0..<5000 { counts[random.below(5)] += 1 }
    #expect(counts.allSatisfy { (900...1100).contains($0) }, "\(counts)")
    var chosen = [0, 0, 0]
    for _ in 0..<4000 { if let index = random.index(byWeight: [1, 0, 3]) { chosen[index] += 1 } }
    #expect((900...1100).contains(chosen[0]) && chosen[1] == 0 && (2900...3100).contains(chosen[2]), "\(chosen)")
    #expect(random.index(byWeight: [0, 0]) == nil && random.element(of: [Int]()) == nil)
  }

  @Test func `parts of the work have numbers of their own`() {
    let first = (0..<100).map { part in
      var random = SeededRandom(1, part: part)
      return random.next()
    }
    #expect(Set(first).count == 100)
  }
}
