import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree
import Testing

@testable import ReduxLogTool

/// A reply tells the other process all there is.
@Suite struct ReplayReplyTests {
  private static let divergence = Divergence(
    seq: 57, path: "s.jsonl", line: 60, type: "cart.add",
    kind: .state(recorded: StateHash(low: .max, high: 1), replayed: StateHash(low: 0, high: .max)),
    members: [
      Divergence.Member(pointer: "/a", recorded: .unchanged, replayed: .removed),
      Divergence.Member(pointer: "", recorded: .set("61b11bd1"), replayed: .unchanged),
    ])

  private func told(_ reply: ReplayReply) throws -> ReplayReply {
    try StateDecoder().decode(ReplayReply.self, from: StateEncoder().encode(reply))
  }

  @Test(arguments: [
    Verification.Outcome.ok, .diverged(divergence),
    .diverged(
      Divergence(
        seq: 1, path: "s.jsonl", line: nil, type: "\u{0}é", kind: .error(recorded: nil, replayed: "no\n\u{1b}"),
        members: [], mayBeRedaction: true)),
    .failed(CommandFailure("m", file: "f", line: 3, advice: "a", exitCode: .reducer)),
    .failed(CommandFailure("only a message")),
  ])
  func aVerification(outcome: Verification.Outcome) throws {
    var value = Verification(path: "a/\u{1b} b.jsonl", outcome: outcome)
    value.actions = 1
    value.refused = 2
    value.sessions = 3
    value.rewinds = 4
    value.proven = 5
    value.lastSeq = Int.max
    value.isClosed = true
    value.startsElsewhere = true
    value.warnings = [
      .init(segment: "a/b.000001.jsonl", line: 7, message: "x"), .init(line: nil, message: "y\u{2028}"),
    ]
    let reply = try told(ReplayReply(.verified(value)))
    guard case .verified(let found) = try reply.result(state: nil) else {
      Issue.record("no verification")
      return
    }
    #expect(String(reflecting: found) == String(reflecting: value))
    #expect(!reply.hasState)
  }

  @Test func aState() throws {
    let reply = try told(ReplayReply(.rebuilt([1, 2], nil)))
    #expect(reply.hasState)
    guard case .rebuilt([7], nil) = try reply.result(state: [7]) else {
      Issue.record("no state")
      return
    }
    guard case .rebuilt(nil, let found?) = try told(ReplayReply(.rebuilt(nil, Self.divergence))).result(state: nil)
    else {
      Issue.record("no divergence")
      return
    }
    #expect(String(reflecting: found) == String(reflecting: Self.divergence))
  }

  private struct Stranger: Error, CustomStringConvertible {
    let description = "strange"
  }

  @Test(arguments: [
    (
      JournalError(.damaged("why"), path: "j", line: 4) as any Error,
      CommandFailure("damaged: why; what stands before this line can be trusted", file: "j", line: 4)
    ),
    (CommandFailure("m", advice: "a", exitCode: .usage), CommandFailure("m", advice: "a", exitCode: .usage)),
    (Stranger(), CommandFailure("strange")),
  ])
  func anError(error: any Error, failure: CommandFailure) throws {
    let reply = try told(ReplayReply(error))
    #expect(throws: failure) { try reply.result(state: nil) }
  }

  @Test(arguments: [
    ReplayJob.Task.verify, .replay(to: 7, fromSnapshot: true), .rebuild(seq: 9, skipping: [1...1, 4...Int.max]),
  ])
  func aJob(task: ReplayJob.Task) throws {
    let job = ReplayJob(path: "\u{7}/é", task, options: JournalReader.Options(maximumLineBytes: 12), threads: 3)
    #expect(try StateDecoder().decode(ReplayJob.self, from: StateEncoder().encode(job)) == job)
  }

  @Test func whereStatesDifferGoesAlong() throws {
    let job = ReplayJob(
      path: "j", .verify, options: JournalReader.Options(), keepsGoing: true, ignored: ["/a/*/t", ""], threads: 1)
    #expect(try StateDecoder().decode(ReplayJob.self, from: StateEncoder().encode(job)) == job)
    var report = VerifyReport(app: AppIdentity(name: "a"))
    report.excused = 2
    report.undecided = 3
    let value = Verification(path: "j", report)
    guard case .verified(let found) = try told(ReplayReply(.verified(value))).result(state: nil) else {
      Issue.record("no verification")
      return
    }
    #expect(String(reflecting: found) == String(reflecting: value))
    #expect(found.divergences?.undecided == 3)
  }

  @Test func aKeyGoesAlong() throws {
    let options = JournalReader.Options(maximumLineBytes: 12, key: try JournalKey(bytes: 0..<16))
    let job = ReplayJob(path: "j", .verify, options: options, threads: 1)
    #expect(job.options == options)
    #expect(try StateDecoder().decode(ReplayJob.self, from: StateEncoder().encode(job)).options == options)
  }

  @Test func whatOnlyAKeyCouldProve() throws {
    var verification = Verification(path: "j", outcome: .intact)
    verification.key = "d28d56feb7c1229a"
    guard case .verified(let found) = try told(ReplayReply(.verified(verification))).result(state: nil) else {
      Issue.record("no verification")
      return
    }
    #expect(String(reflecting: found) == String(reflecting: verification))
  }
}
