import Expectations
import Foundation
import StateCoding
import StateTree
import Testing

struct ReplayInputsTests {
  /// The inputs of the vectors in `docs/reference/journal-format.md`.
  private let inputs: ActionInputs

  init() throws {
    inputs = ActionInputs(
      now: 1_767_261_600_123_456, seed: try #require(StateHash("000102030405060708090a0b0c0d0e0f")))
  }

  private func reduce<Value>(_ body: () -> Value) -> Value { InputScope.run(with: inputs, body) }

  @Test func `the words of a seed are these`() {
    expectEqual(
      reduce { (0..<3).map { _ in ReplayInputs.generator.nextCopy() } },
      [0x96f2_e6ef_68ab_93c2, 0xbcaa_72f0_84b4_70f2, 0x4b53_4ba6_18f5_d91e])
  }

  @Test func `ids, numbers and times follow from the inputs`() {
    expectEqual(
      reduce { [ReplayInputs.uuid(), ReplayInputs.uuid()] }.map(\.uuidString),
      [
        "C293AB68-EFE6-4296-BD92-A49D6257801D", "F270B484-F072-4ABC-8164-88CB6F60A4D4",
      ])
    expectEqual(reduce { (0..<12).map { _ in ReplayInputs.random(in: 1...6) } }, [4, 5, 2, 1, 2, 6, 3, 6, 2, 1, 3, 5])
    expectEqual(reduce { (0..<12).map { _ in ReplayInputs.random(in: 1..<7) } }, [4, 5, 2, 1, 2, 6, 3, 6, 2, 1, 3, 5])
    expectEqual(
      reduce { (0..<3).map { _ in ReplayInputs.random(in: 0.0..<1.0) } },
      [0.5896438917631441, 0.7369758450701782, 0.2942397385131338])
    expectEqual(reduce { ReplayInputs.now }, Date(timeIntervalSince1970: 1_767_261_600.123456))
  }

  @Test func `a word that would make some numbers likelier is left out`() {
    let half = 1 << 62
    expectEqual(
      reduce { (0..<5).map { _ in ReplayInputs.random(in: -half...half) } },
      [
        826_818_964_563_020_257, 2_185_716_382_830_311_545, -3_301_883_182_675_446_201, -1_742_576_226_716_843_559,
        3_478_369_569_378_548_978,
      ])
    expectEqual(
      reduce { ReplayInputs.random(in: .min ... .max) }, Int(truncatingIfNeeded: 0x96f2_e6ef_68ab_93c2 as UInt64))
  }

  @Test func `each reduction starts again`() {
    expectEqual(reduce { ReplayInputs.uuid() }, reduce { ReplayInputs.uuid() })
  }

  @Test func `a reduction inside of another one has its own words`() {
    let ids = reduce {
      [ReplayInputs.uuid(), reduce { ReplayInputs.uuid() }, ReplayInputs.uuid()]
    }
    expectEqual(ids[0], ids[1])
    #expect(ids[0] != ids[2])
  }

  @Test func `outside of a reducer, and on other threads, the values are the system's`() async {
    #expect(ReplayInputs.uuid() != ReplayInputs.uuid())
    #expect(abs(ReplayInputs.now.timeIntervalSinceNow) < 60)
    let id = reduce { ReplayInputs.uuid() }
    let other = await withCheckedContinuation { continuation in
      reduce { Thread { continuation.resume(returning: ReplayInputs.uuid()) }.start() }
    }
    #expect(id != other)
  }

  @Test func `no two actions get the same seed`() {
    let drawn = (0..<1000).map { _ in ActionInputs.draw() }
    expectEqual(Set(drawn.map(\.seed)).count, 1000)
    #expect(drawn.map(\.now).allSatisfy { $0 > 1_767_261_600_000_000 })
  }
}

extension ReplayInputs.Generator {
  fileprivate func nextCopy() -> UInt64 {
    var copy = self
    return copy.next()
  }
}
