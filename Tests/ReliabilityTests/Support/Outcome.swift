import Expectations
import RecordingChild
import TestSupport
import Testing

/// The output and the journal of a child that couldn't write all of its actions.
struct Outcome {
  var said: [String]
  /// `nil` if nothing was written.
  var journal: SurvivingJournal?
  /// Whether the fault lasted to the end, so that no gap could count the missing actions.
  var reachesEnd: Bool

  var failures: [String] { said.filter { $0.hasPrefix("failure ") } }
  var refusals: [String] { said.filter { $0.hasPrefix("refused ") } }
  var dispatched: Int { said.count { $0.hasPrefix("done ") } }
  /// The number of actions that the journal holds or counts as missing.
  var accounted: Int { journal.map { $0.completed.count + $0.missing } ?? 0 }
}

extension Outcome {
  /// Dispatches a number of actions under faults, and closes; `nil` if no fault struck.
  ///
  /// The app must dispatch every action, and every readable state must be proven.
  init?(of actions: Int, _ durability: String, under faults: [String], _ place: Comment) throws {
    let scratch = try TemporaryFile()
    let run = try Tracer.run(
      ["open \(durability) 0 \(scratch.path)", "act \(actions)", "close"], injecting: faults, in: scratch)
    expectEqual(run.status, 0, place)
    if run.injections == 0 { return nil }
    self.init(
      said: run.said, journal: scratch.byteCount == 0 ? nil : try SurvivingJournal(scratch.path),
      reachesEnd: run.endsInjected)
    expectEqual(dispatched, actions, place)
    #expect(journal?.isProven != false, place)
  }

  /// Expects one report, from opening the journal or from the recorder.
  func expectReport(_ reason: String, _ place: Comment) {
    expectEqual((failures + refusals).count, 1, place)
    expectEqual((failures + refusals).first?.hasSuffix(reason), true, place)
  }

  /// Expects one report, and after the fault recording that accounts for all actions.
  func expectOutage(_ reason: String, _ place: Comment) {
    expectReport(reason, place)
    guard let journal else {
      // Not even the header was written: the journal couldn't be opened, or all records stayed in memory.
      #expect(refusals.count == 1 || reachesEnd, place)
      return
    }
    #expect(journal.isClosed || reachesEnd, place)
    #expect(accounted == dispatched || reachesEnd, place)
    #expect(journal.gaps.count <= 1, place)
    if journal.completed.last == dispatched - 1 {
      expectEqual(journal.state, StepsApp.state(before: dispatched), place)
    }
  }
}
