import CommandLineKit
import Expectations
import ReduxJournal
import StateCoding
import StateTree
import Testing

@testable import ReducerIsolation
@testable import ReduxInspection
@testable import ReduxReplay

/// A reply and a job lose nothing on their way through the pipe.
struct ReplayReplyTests {
  private static let divergence = Divergence(
    seq: 57, path: "s.jsonl", line: 60, type: "cart.add",
    kind: .state(recorded: StateHash(low: .max, high: 1), replayed: StateHash(low: 0, high: .max)),
    members: [
      Divergence.Member(
        pointer: "/a", recorded: .unchanged, replayed: .removed, values: Divergence.Values(recorded: [1, "\u{0}"])),
      Divergence.Member(pointer: "", recorded: .set("61b11bd1"), replayed: .unchanged),
    ])

  private static let refusal = Divergence(
    seq: 1, path: "s.jsonl", line: nil, type: "\u{0}é", kind: .error(recorded: nil, replayed: "no\n\u{1b}"),
    members: [], redaction: .possible)

  /// A report in which every member has a value of its own.
  private static var report: VerifyReport {
    var report = VerifyReport()
    report.records = 1
    report.sessions = 2
    report.actions = 3
    report.proven = 4
    report.unhashed = 5
    report.unsettled = 6
    report.redacted = [divergence, refusal]
    report.unchecked = 7
    var range = UnprovenRange(line: 8, seqs: 9...10, actions: 11, type: "t\u{2028}", replayability: .inspectOnly)
    range.segment = "a/b.000001.jsonl"
    report.unproven = [range]
    report.patched = 12
    report.reshaped = 13
    report.compared = 14
    report.differing = 15
    report.refused = 16
    report.rewinds = 17
    report.snapshots = 18
    report.gaps = [VerifyReport.Gap(line: 22, why: "paused", missing: 21)]
    report.startsElsewhere = true
    report.lastSeq = Int.max
    report.tail = .closed
    report.divergence = divergence
    report.strayed = 23
    report.excused = 24
    report.undecided = 25
    return report
  }

  private func sent<Value: Codable>(_ value: Value) throws -> Value {
    try StateDecoder().decode(Value.self, from: StateEncoder().encode(value))
  }

  @Test(arguments: [
    Verification.Outcome.ok, .intact, .unproven, .diverged(divergence), .diverged(refusal),
    .schema(CommandFailure("s", exitCode: .finding)),
    .failed(CommandFailure("m", file: "f", line: 3, advice: "a", exitCode: .reducer)),
    .failed(CommandFailure("only a message")),
  ])
  func `a verification arrives as a whole`(outcome: Verification.Outcome) throws {
    var value = Verification(path: "a/\u{1b} b.jsonl", Self.report)
    value.outcome = outcome
    value.isReplayed = false
    value.key = "d28d56feb7c1229a"
    value.warnings = [
      .init(segment: "a/b.000001.jsonl", line: 7, message: "x"), .init(line: nil, message: "y\u{2028}"),
    ]
    guard case .answer(let found, hasBytes: false) = try sent(JobReply.answer(value, hasBytes: false)) else {
      Issue.record("no verification")
      return
    }
    expectEqual(String(reflecting: found), String(reflecting: value))
  }

  @Test(arguments: [(true, nil), (false, divergence)] as [(Bool, Divergence?)])
  func `a rebuilt state's reply arrives`(hasState: Bool, divergence: Divergence?) throws {
    guard case .answer(let found, hasState) = try sent(JobReply.answer(divergence, hasBytes: hasState)) else {
      Issue.record("no rebuilt state")
      return
    }
    expectEqual(found, divergence)
  }

  private struct Stranger: Error {}

  private static let damage = {
    var failure = CommandFailure("damaged: why; the lines before it can be trusted", file: "j", line: 4)
    failure.isDamage = true
    return failure
  }()

  @Test(arguments: [
    (
      JournalError(.damaged("why"), path: "j", line: 4) as any Error,
      Self.damage
    ),
    (CommandFailure("m", advice: "a", exitCode: .usage), CommandFailure("m", advice: "a", exitCode: .usage)),
  ])
  func `an error of the job is a reply`(error: any Error, failure: CommandFailure) throws {
    guard let found = CommandFailure(ofJob: error), case .failed(failure) = try sent(JobReply<Bool>.failed(found))
    else {
      Issue.record("no failure")
      return
    }
  }

  @Test func `another error isn't a reply`() {
    expectEqual(CommandFailure(ofJob: Stranger()), nil)
  }

  @Test(arguments: [
    StateJob.Way.proving(fromSnapshot: true),
    .changing(
      ActionEdits(
        skipping: [1...1, 4...Int.max], withCaused: true, replacing: [3: ["add": 1]], inserting: [0: ["reset"]])),
  ])
  func `a job arrives with its way`(way: StateJob.Way) throws {
    let input = JobInput(path: "\u{7}/é", options: JournalReader.Options(maximumLineBytes: 12), threads: 3)
    let job = StateJob(input, seq: 7, way, accepting: Tolerance(redacted: true, unproven: true))
    try expectEqual(sent(job), job)
  }

  @Test func `a job arrives with what it ignores`() throws {
    let job = VerifyJob(
      JobInput(path: "j", options: JournalReader.Options()), keepsGoing: true, ignoring: ["/a/*/t", ""])
    try expectEqual(sent(job), job)
  }

  @Test func `a job arrives with its key`() throws {
    let options = JournalReader.Options(maximumLineBytes: 12, key: try JournalKey(bytes: 0..<16))
    let input = JobInput(path: "j", options: options)
    expectEqual(input.options, options)
    try expectEqual(sent(input).options, options)
  }
}
