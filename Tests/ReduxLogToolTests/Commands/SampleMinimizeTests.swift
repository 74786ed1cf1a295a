import ChangedSamples
import CommandLineKit
import Expectations
import ReduxJournal
import ReduxReplay
import StateTree
import TestSupport
import Testing

/// The samples' bugs, made small.
struct SampleMinimizeTests {
  private struct Bug: CustomTestStringConvertible, Sendable {
    let app: any ReplayableApp.Type
    let journal: String
    let condition: String
    /// The actions that lead to the failure, and those that are left.
    let actions: (all: Int, left: Int)
    /// The bytes of the payloads that are left, as they were recorded and smaller, and of the journals with them. Marks that say
    /// what is smaller can take more than that saves.
    let payloads: (recorded: Int, smaller: Int)
    let journals: (recorded: Int, smaller: Int)

    var testDescription: String { journal }
  }

  private static let bugs = [
    Bug(
      app: CopyingTasksApp.self, journal: "Tasks/Bugs/favourites.jsonl",
      condition: "!$.tasks.favourites[0] || $.tasks.favourites[0].title == $.tasks.all.entities.plumber.title",
      actions: (19, 3), payloads: (221, 153), journals: (2007, 2232)),
    Bug(
      app: ChangedAccountsApp.self, journal: "Accounts/Bugs/tunnel.jsonl@26",
      condition: "!$.transfer || $.list.accounts.value", actions: (24, 6), payloads: (559, 331), journals: (2613, 2593)),
    Bug(
      app: LateAnswerMoviesApp.self, journal: "Movies/Bugs/late-answer.jsonl@25",
      condition: "$.search.query != 'alien' || !$.search.results.ids[0] || $.search.results.ids[0] == 101",
      actions: (21, 2), payloads: (719, 235), journals: (2602, 2508)),
    Bug(
      app: ForgetfulTrackerApp.self, journal: "Tracker/Bugs/forgotten-date.jsonl@30",
      condition: "!$.items['bike-3'] || $.items['bike-3'].amount < 31 || $.projects.bike.updated == 790456580.0",
      actions: (30, 3), payloads: (352, 257), journals: (2014, 2534)),
  ]

  /// Takes seconds: each bug is minimized five times.
  @Test(arguments: bugs) private func `a bug needs few actions with small payloads, the same in each run`(bug: Bug)
    throws
  {
    let folder = try TemporaryFolder()
    struct Result {
      let output: String
      let left: Int
      let payloads: Int
      let bytes: Int
      let lines: [String]
    }
    func minimized(_ options: [String]) throws -> Result {
      let path = folder.path(of: "small.jsonl")
      let arguments = ["minimize", Repository.path("Samples/\(bug.journal)"), "-o", path, "--expect", bug.condition]
      let result = reduxlog(arguments + ["--force"] + options, apps: [bug.app])
      expectEqual(result.code, .fine, "\(result)")
      let file = try JournalFile(path: path)
      let left = try #require(file.header.origin).actions.count
      let payloads = try (1...left).compactMap { seq -> Int? in
        guard case .action(let action)? = try file.entry(settingSeq: seq)?.record else { return nil }
        return action.action.value.compact.utf8.count
      }
      expectEqual(reduxlog(["verify", path], apps: [bug.app]).code, .fine)
      let text = try #require(folder.contents(of: "small.jsonl"))
      // The id of the journal is random, and so are the sums after it.
      let lines = text.split(separator: "\n").map { String($0).replacing(#/"(journal|sum)":"[0-9a-f]+"/#, with: "") }
      return Result(
        output: result.output, left: left, payloads: payloads.reduce(0, +), bytes: text.utf8.count, lines: lines)
    }
    let recorded = try minimized(["--keep-payloads"])
    let first = try minimized([])
    for _ in 0..<Soak.count(2, soak: 9) {
      let again = try minimized([])
      expectEqual(again.output, first.output)
      expectEqual(again.lines, first.lines)
    }
    #expect(first.output.contains(": \(bug.actions.left) of \(bug.actions.all) actions left"), "\(first.output)")
    expectEqual(recorded.left, bug.actions.left)
    expectEqual(first.left, bug.actions.left)
    expectEqual([recorded.payloads, first.payloads], [bug.payloads.recorded, bug.payloads.smaller])
    expectEqual([recorded.bytes, first.bytes], [bug.journals.recorded, bug.journals.smaller])
  }
}
