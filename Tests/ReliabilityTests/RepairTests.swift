import Expectations
import RecordingChild
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import TestSupport
import Testing

@testable import ReduxInspection

/// Repairing journals with every kind of damage in `EveryByteTests`.
@Suite(.timeLimit(.minutes(300))) struct RepairTests {
  private let scratch: TemporaryFile
  /// A journal of two sessions and about 300 records, with frequent snapshots.
  private let lines: [[UInt8]]
  private let others: [[UInt8]]

  init() throws {
    scratch = try TemporaryFile()
    lines = try RepairTests.record()
    others = try RepairTests.record()
  }

  private static func record() throws -> [[UInt8]] {
    let scratch = try TemporaryFile()
    var state = StepsApp.initialState
    for _ in 0..<2 {
      let recorder = try Recorder(path: scratch.path, app: AppIdentity(name: StepsApp.name))
      let reduce = recorder.recording(StepsApp.reduce)
      recorder.start(state)
      for number in 0..<120 {
        if number % 20 == 7 { recorder.mark("at \(number)") }
        try reduce(&state, .step(state.steps))
      }
      recorder.close()
    }
    var bytes: [UInt8] = []
    _ = try Replayer<StepsApp>(path: scratch.path).index(every: 3000, onStep: { _ in }, write: { bytes += $0 })
    return bytes.split(separator: 0x0a).map { $0 + [0x0a] }
  }

  /// A damaged journal, with the indices in `lines` of the first and the last changed line.
  private struct Damage {
    var bytes: [UInt8]
    var first: Int
    var last: Int
    /// Whether it ends with a line end.
    var isWhole = true
  }

  private func damage(_ kind: Int, using random: inout SeededGenerator) -> Damage {
    var damaged = lines
    let index = Int.random(in: 0..<lines.count, using: &random)
    let end = Int.random(in: index..<lines.count, using: &random)
    switch kind {
    case 0...2:
      var bytes = Array(lines.joined())
      let start = Int.random(in: 0..<bytes.count, using: &random)
      var count = 1
      if kind == 0 {
        bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      } else {
        count = min([1, 16, 512, 4096].randomElement(using: &random) ?? 1, bytes.count - start)
        let noise = (0..<count).map { _ in kind == 1 ? 0 : UInt8.random(in: 0...255, using: &random) }
        bytes.replaceSubrange(start..<(start + count), with: noise)
      }
      return Damage(
        bytes: bytes, first: line(at: start), last: line(at: start + count - 1),
        isWhole: bytes.last == 0x0a)
    case 3:
      damaged.removeSubrange(index...end)
      return Damage(bytes: Array(damaged.joined()), first: index, last: end, isWhole: !damaged.isEmpty)
    case 4:
      damaged.insert(contentsOf: lines[index...end], at: end + 1)
      return Damage(bytes: Array(damaged.joined()), first: end + 1, last: end)
    case 5:
      damaged.swapAt(index, end)
      return Damage(bytes: Array(damaged.joined()), first: index, last: end)
    case 6:
      let other = others[min(index, others.count)..<min(end + 1, others.count)]
      damaged.replaceSubrange(index...end, with: other)
      return Damage(bytes: Array(damaged.joined()), first: index, last: end)
    default:
      let cut = Int.random(in: 0..<lines[index].count, using: &random)
      let bytes = Array((lines[..<index] + [Array(lines[index][..<cut])]).joined())
      return Damage(bytes: bytes, first: index, last: lines.count - 1, isWhole: cut == 0)
    }
  }

  private func line(at offset: Int) -> Int {
    var end = 0
    for (index, line) in lines.enumerated() {
      end += line.count
      if offset < end { return index }
    }
    return lines.count - 1
  }

  private func holdsState(_ line: [UInt8]) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    return text.hasPrefix(#"{"kind":"snapshot","#) && text.contains(#","state":"#)
  }

  /// The hashes of the actions in lines. No two states of the app are equal.
  private func actionHashes(_ lines: some Sequence<[UInt8]>) -> [String] {
    lines.compactMap { line in
      let text = String(decoding: line, as: UTF8.self)
      guard text.hasPrefix(#"{"kind":"action""#) else { return nil }
      return text.firstMatch(of: /"hash":"([0-9a-f]{32})"/).map { String($0.output.1) }
    }
  }

  /// Takes seconds: it repairs and replays a journal for each damage.
  @Test
  func `a repair saves everything before the damage and from the next snapshot on`() async throws {
    let rounds = Soak.count(12, soak: 20_000)
    let seed = UInt64.random(in: 0...UInt64.max)
    var refused = 0
    var kept = 0
    var setAside = 0
    (refused, kept, setAside) = try await onOwnThread { [self] in
      var (refused, kept, setAside) = (0, 0, 0)
      var random = SeededGenerator(seed: seed)
      for round in 0..<rounds {
        let place: Comment = "round \(round), seed \(seed)"
        let damage = damage(round % 8, using: &random)
        try scratch.write(damage.bytes)
        var copy: [UInt8] = []
        var rejected = 0
        let report: RepairReport
        do {
          report = try JournalRepair(path: scratch.path).run(
            write: { copy += $0 }, setAside: { rejected += $0.count })
        } catch {
          // Only a loss of the first header can lose everything.
          #expect(damage.first == 0 && error is JournalError, place)
          refused += 1
          continue
        }
        kept += report.kept
        setAside += report.setAside
        expectEqual(report.bytesSetAside, rejected, place)
        let physical = damage.bytes.count { $0 == 0x0a }
        var found = physical
        switch report.tail {
        case .none: if !damage.isWhole { found += 1 }
        case .lineEndAdded, .actionCompleted: found += 1
        case .keptInGap, .damagedLineKept: break
        }
        // The repair makes a new header from a damaged first one, which counts as kept, or from a later one, which is
        // already kept.
        let made = damage.first == 0 && report.setAside > 0 ? 0...1 : 0...0
        #expect(made.contains(report.kept + report.setAside - found), place)

        let before = Array(lines[..<damage.first].joined())
        #expect(copy.starts(with: before), place)
        // A line right after the damage may be lost with the line before it.
        let next = lines.indices.first { $0 > damage.last + 1 && holdsState(lines[$0]) }
        let copied = actionHashes(copy.split(separator: 0x0a).map(Array.init))
        if let next, damage.first > 0 {
          let after = actionHashes(lines[next...])
          let isSaved = Array(copied.suffix(after.count)) == after
          #expect(isSaved, place)
        }

        try scratch.write(copy)
        // Damage to the header may have changed the app's name.
        guard damage.first > 0 || report.setAside == 0 else { continue }
        let verified = try Replayer<StepsApp>(path: scratch.path).verify()
        #expect(verified.divergence == nil && verified.records == copy.count { $0 == 0x0a }, place)
      }
      return (refused, kept, setAside)
    }
    #expect(kept > 0 && setAside > 0)
    Soak.report(
      """
      \(rounds) damaged journals of \(lines.count) lines repaired: \(kept) lines kept, \(setAside) set aside, all copies \
      verified; \(refused) without a first line to start from
      """)
  }
}
