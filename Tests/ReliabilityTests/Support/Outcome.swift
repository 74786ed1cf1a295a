import RecordingChild
import TestSupport
import Testing

/// What a child said while it dispatched actions and could not write all of them, and what is in the journal.
struct Outcome {
  var said: [String]
  /// `nil` if nothing was written at all.
  var journal: SurvivingJournal?
  /// Whether the fault lasted to the end, so that nobody could say in the file what is missing.
  var reachesEnd: Bool

  var failures: [String] { said.filter { $0.hasPrefix("failure ") } }
  var refusals: [String] { said.filter { $0.hasPrefix("refused ") } }
  var dispatched: Int { said.count { $0.hasPrefix("done ") } }
  /// What the journal says of the actions: those it has and those it knows to be missing.
  var accounted: Int { journal.map { $0.completed.count + $0.missing } ?? 0 }
}

extension Outcome {
  /// Dispatches so many actions under faults, and closes; `nil` if they never struck.
  ///
  /// Whatever happens to the journal, every action must be dispatched, and what can be read must be proven.
  init?(of actions: Int, _ durability: String, under faults: [String], _ place: Comment) throws {
    let scratch = try TemporaryFile()
    let run = try Tracer.run(
      ["open \(durability) 0 \(scratch.path)", "act \(actions)", "close"], injecting: faults, in: scratch)
    #expect(run.status == 0, place)
    if run.injections == 0 { return nil }
    self.init(
      said: run.said, journal: scratch.byteCount == 0 ? nil : try SurvivingJournal(scratch.path),
      reachesEnd: run.endsInjected)
    #expect(dispatched == actions, place)
    #expect(journal?.isProven != false, place)
  }

  /// It was reported once, by whoever could not open the journal or by the recorder.
  func expectReport(_ reason: String, _ place: Comment) {
    #expect((failures + refusals).count == 1, place)
    #expect((failures + refusals).first?.hasSuffix(reason) == true, place)
  }

  /// It was reported once, and when it was over recording went on, with all actions accounted for.
  func expectOutage(_ reason: String, _ place: Comment) {
    expectReport(reason, place)
    guard let journal else {
      // Not even the header was written: the journal was refused, or all of it was kept in memory to the end.
      #expect(refusals.count == 1 || reachesEnd, place)
      return
    }
    #expect(journal.isClosed || reachesEnd, place)
    #expect(accounted == dispatched || reachesEnd, place)
    #expect(journal.gaps.count <= 1, place)
    if journal.completed.last == dispatched - 1 {
      #expect(journal.state == StepsApp.state(before: dispatched), place)
    }
  }
}
