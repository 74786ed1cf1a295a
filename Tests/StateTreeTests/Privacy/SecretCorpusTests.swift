import Expectations
import StateCoding
import StateTree
import TestSupport
import Testing

/// How many secrets the default rules redact, and how many harmless texts. The guide to secrets has the figures.
struct SecretCorpusTests {
  @Test(arguments: [SecretCorpus.tuned, .heldOut])
  func `the default rules redact most secrets and few other texts`(corpus: SecretCorpus) throws {
    let encoder = StateEncoder(rules: .usual)
    let missedByName = try corpus.named.filter { try written($0, encoder).contains($0.secret) }
    let missedByForm = try corpus.shaped.filter { try written($0, encoder).contains($0.secret) }
    let alarms = try corpus.harmless.filter { try written($0, encoder) != $0.text }
    #expect(missedByName.count <= 15, "\(Set(missedByName.map(\.name)).sorted())")
    #expect(missedByForm.count <= 5, "\(missedByForm)")
    #expect(alarms.count <= 5, "\(alarms)")
  }

  @Test(arguments: [SecretCorpus.tuned, .heldOut])
  func `without rules, no text changes`(corpus: SecretCorpus) throws {
    let encoder = StateEncoder(rules: .off)
    for sample in corpus.named + corpus.shaped + corpus.harmless {
      try expectEqual(written(sample, encoder), sample.text)
    }
  }

  /// The text that is written for a sample.
  private func written(_ sample: SecretCorpus.Sample, _ encoder: StateEncoder) throws -> String {
    try #require(try encoder.tree([sample.name: sample.text]).object?[sample.name]?.string)
  }
}
