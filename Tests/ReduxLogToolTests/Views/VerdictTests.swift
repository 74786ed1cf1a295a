import CommandLineKit
import Expectations
import ReduxJournal
import Testing

@testable import ReduxInspection
@testable import ReduxLogTool
@testable import ReduxReplay

/// The first line of both views.
struct VerdictTests {
  private func verdict(_ change: (inout Verification) -> Void) -> [String] {
    var verification = Verification(path: "j")
    verification.report.actions = 26
    change(&verification)
    let verdict = Verdict(verification, isSelfContained: true)
    return [verdict.judgement.rawValue, verdict.headline, verdict.text, verdict.status(of: 3).rawValue]
  }

  @Test func `a journal of today's schema is proven by hashes`() {
    expectEqual(
      verdict { _ in },
      [
        "fine", "Today's app does the same",
        "Bugs included: search for what the user saw. Every state is proven", "proven",
      ])
  }

  @Test func `values that aren't recorded aren't proven`() {
    expectEqual(
      verdict { $0.report.holdsStandIns = true },
      [
        "fine", "Today's app does the same",
        "Bugs included: search for what the user saw. Every state is proven, apart from redacted values", "proven",
      ])
  }

  @Test func `states that no hash proves aren't proven`() {
    expectEqual(
      verdict { ($0.report.proven, $0.report.unhashed, $0.report.unsettled) = (20, 9, 7) }[2],
      "Bugs included: search for what the user saw. 20 states are proven, and no hash proves 7")
  }

  @Test func `a journal that wasn't replayed isn't proven, with a key or without`() {
    expectEqual(
      verdict { $0.isReplayed = false },
      ["open", "Recorded, not replayed", "Search for what the user saw. Every line is intact: 26 actions", "recorded"])
    expectEqual(
      verdict { ($0.isReplayed, $0.outcome) = (false, .intact) },
      [
        "open", "Recorded, not replayed",
        "Search for what the user saw. Every line is intact: 26 actions. Only the journal's key could prove who recorded it",
        "recorded",
      ])
  }

  @Test func `a line that was cut short isn't counted as intact`() {
    expectEqual(
      verdict {
        $0.isReplayed = false
        $0.report.tail = .torn(
          .init(line: 30, byteCount: 12, beingWritten: false, isWhole: false, action: nil))
      }[2], "Search for what the user saw. Every complete line is intact: 26 actions")
  }

  @Test func `states of an older shape that equal today's are proven, and not by hashes`() {
    expectEqual(
      verdict { $0.warn(of: [.reshapedStates(recorded: 1, app: 2)]) },
      [
        "fine", "Today's app does the same",
        "Bugs included: search for what the user saw. "
          + "Every state is proven, in today's shape", "proven",
      ])
  }

  @Test func `states of an older shape of which only snapshots were compared aren't proven`() {
    expectEqual(
      verdict {
        $0.warn(of: [.reshapedStates(recorded: 1, app: 2)])
        ($0.report.reshaped, $0.report.compared) = (26, 1)
      },
      [
        "open", "The state has another shape today",
        "26 states have a changed shape, so no hash proves them; 1 snapshot was compared and is equal; no other state was",
        "recorded",
      ])
  }

  @Test func `without a compared snapshot, no state of an older shape is called equal`() {
    expectEqual(
      verdict {
        $0.warn(of: [.reshapedStates(recorded: 1, app: 2)])
        $0.outcome = .schema($0.report.schemaFailure(file: "j"))
      }[2],
      "0 states have a changed shape, so no hash proves them; no snapshot was compared")
  }

  @Test func `accepting unproven states doesn't prove them`() {
    expectEqual(
      verdict {
        $0.report.unproven = [UnprovenRange(line: 4, seqs: 3...5, actions: 3, type: "sort", replayability: .opaque)]
      },
      [
        "open", "Not every state is proven", "3 of 26 actions could not be proven", "recorded",
      ])
  }
}
