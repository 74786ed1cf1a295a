import Expectations
import Foundation
import RecordingChild
import ReduxLogTesting
import StateTree
import TestSupport
import Testing

/// `explore`, with an app that has a bug in some builds.
///
/// Each test takes seconds: it plays thousands of actions in processes of a debug build, and makes small what it finds.
struct ExploreTests: LendingSuite {
  let folder: TemporaryFolder
  let tool: Executable

  init() throws { (folder, tool) = try Self.recorded() }

  @Test func `a sound app has no findings, and the seed alone decides what is played`() async throws {
    try await onOwnThread {
      let one = try run("explore J --runs 8 --jobs 1")
      expectEqual(one.status, 0, "\(one)")
      #expect(one.output.hasPrefix("found nothing in 8 sessions of lending, "))
      // The findings have the times and the payloads of what was played, from two batches.
      let found = try run("explore J --runs 110 --jobs 1", bug: .kept)
      #expect(found.output.hasPrefix("found 1 in 110 sessions"), "\(found)")
      try expectEqual(run("explore J --runs 110 --jobs 2", bug: .kept), found)
      let other = try run("explore J --runs 8 --seed 2")
      let counts = try #require(other.output.split(separator: "\n").dropFirst().first)
      #expect(other.status == 0 && !one.output.contains(counts), "the number of refusals differs: \(other.output)")
    }
  }

  @Test func `a condition that reads no recorded value is warned of`() async throws {
    try await onOwnThread {
      let result = try run("explore J --runs 3 --expect length($.shelff)<9||$.books --without suspicions")
      expectEqual(
        result.errorOutput.split(separator: "\n").first,
        "RecordingChild: warning: '$.shelff' selected nothing in any recorded state looked at; did you mean 'shelf'?",
        "\(result)")
    }
  }

  @Test func `a terminated search says how far it came, and leaves no temporary file`() async throws {
    try await onOwnThread {
      let temporary = folder.path(of: "T")
      try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
      let process = try tool.start("explore J --runs 1000000 --jobs 1", environment: ["TMPDIR": temporary])
      func files() -> [String] { FileManager.default.enumerator(atPath: temporary)?.compactMap { $0 as? String } ?? [] }
      while process.isRunning, !files().contains(where: { $0.hasSuffix(".jsonl") }) { usleep(1000) }
      process.terminate()
      process.waitUntilExit()
      expectEqual(process.terminationStatus, 143)
      expectEqual(files(), [])
      let output = try #require(process.standardOutput as? Pipe).fileHandleForReading.readDataToEndOfFile()
      #expect(String(decoding: output, as: UTF8.self).contains(" of lending, "))
    }
  }

  @Test func `a build that leads elsewhere is found, with the few actions that show it`() async throws {
    try await onOwnThread {
      // The app's check sees the same bug without another build.
      let actions: JSONValue = ["add", "lend", "remove"]
      try expectEqual(
        explore("--against ./sound --except giveBack --runs 12 --without suspicions", bug: .kept),
        [["check", "remove", nil, actions, true], ["difference", "remove", "/lent/*", actions, true]])
      let drift = try run("drift F/2-difference.jsonl --against ./sound", bug: .kept)
      #expect(drift.status == 1 && drift.output.contains("after remove at /lent/"), "\(drift)")
    }
  }

  @Test func `an expression is a check, unless a recorded state breaks it`() async throws {
    try await onOwnThread {
      let found = try explore("--expect length($.books)<4 --only add --only lend --runs 10", bug: nil)
      expectEqual(found, [["check", "add", nil, ["add", "add", "add", "add"], true]])
      let first = try run("explore J --expect length($.books)>0 --only giveBack --runs 5")
      #expect(first.status == 1 && first.errorOutput.contains("length($.books)>0 is false in "), "\(first)")
      let result = try run("explore J --expect length($.books)<3 --runs 5")
      #expect(result.status == 1, "\(result)")
      #expect(
        result.errorOutput.hasPrefix(
          "J/a.jsonl: warning: length($.books)<3 is false in state 9 already, so no made state is judged by it\n"),
        "\(result.errorOutput)")
    }
  }

  @Test func `what held in all recorded states is suspicious where it doesn't, and no error`() async throws {
    try await onOwnThread {
      try expectEqual(
        explore("--runs 12", bug: .shelved).first, ["suspicion", "remove", nil, ["add", "lend", "remove"], true])
      let result = try run("explore J --runs 12", bug: .shelved)
      #expect(
        result.output.contains(
          "1 suspicion after remove: subset($.shelf[*], keys($.books)) held in all recorded states\n"),
        "\(result)")
      try expectEqual(explore("--runs 12 --without suspicions -o G", bug: .shelved), [])
    }
  }

  @Test func `edges are tried only if they are wanted`() async throws {
    try await onOwnThread {
      let condition = "--expect !$.books[''] --only add --runs 10"
      try expectEqual(explore(condition, bug: nil), [])
      try expectEqual(explore("\(condition) --edges -o G", bug: nil), [["check", "add", nil, ["add"], true]])
    }
  }

  @Test func `texts that users type are empty now and then`() async throws {
    try await onOwnThread {
      let condition = "--expect !$.books[?@.title==''] --only add --runs 20"
      try expectEqual(explore("\(condition) --without empty", bug: nil), [])
      try expectEqual(explore("\(condition) -o G", bug: nil), [["check", "add", nil, ["add"], true]])
    }
  }

  @Test func `numbers that always grew go on growing`() async throws {
    try await onOwnThread {
      try record("c", (1...6).map { #"{"open":{"day":\#(2 * $0)}}"# + "\n" }.joined())
      let condition = "--expect !($.day>20) --only open --runs 20"
      try expectEqual(explore("\(condition) --without forward", bug: nil), [])
      try expectEqual(explore("\(condition) -o G", bug: nil).map { $0.array?.prefix(2) }, [["check", "open"]])
      #expect(try run("explore J --explain").output.contains("\n  /open/day always grows\n"))
    }
  }

  @Test func `a few actions are done again and again`() async throws {
    try await onOwnThread {
      let condition = "--expect length($.books)<15 --runs 30"
      try expectEqual(explore("\(condition) --without again --without focus", bug: nil), [])
      try expectEqual(explore("\(condition) -o G", bug: nil).map { $0.array?.prefix(2) }, [["check", "add"]])
    }
  }

  @Test func `a test finds what its process can see, and everything with a tool`() async throws {
    try await onOwnThread {
      let journals = folder.path(of: "J")
      try expectExplored(journals, as: LendingApp.self, runs: 20)
      try script("crashing", with: "crash")
      let crash = try issues {
        try expectExplored(
          journals, as: LendingApp.self, by: folder.path(of: "crashing"), against: folder.path(of: "sound"), runs: 20)
      }
      let text = try #require(crash.first?.text)
      #expect(text.hasPrefix("found 1 in 20 sessions") && text.contains("\n1 crash after giveBack: "), "\(text)")
      #expect(text.contains("verify 1-crash.jsonl"), "the journal is named as the attachment is: \(text)")
      #expect(throws: ReplayFailure.self) {
        try expectExplored(journals, as: LendingApp.self, against: folder.path(of: "sound"))
      }
      let misspelt = try issues {
        try expectExplored(journals, as: LendingApp.self, satisfying: ["$.boks"], runs: 5)
      }
      #expect(misspelt.first?.text.contains("$.boks is false in state 0 already, so no made") == true, "\(misspelt)")
      let wrong = try issues { try expectExplored(journals, as: LendingApp.self, by: "/bin/true") }
      #expect(wrong.first?.text.hasPrefix("explore failed\n/bin/true: ") == true, "\(wrong)")
    }
  }

  @Test func `a crash is found, and its journal crashes again`() async throws {
    try await onOwnThread {
      let found = try explore("--only add --only giveBack --runs 10", bug: .crash)
      expectEqual(found, [["crash", "giveBack", nil, ["giveBack"], true]])
      try expectEqual(run("verify F/1-crash.jsonl", bug: .crash).status, 3)
      try expectEqual(run("verify F/1-crash.jsonl").status, 0)
    }
  }

  @Test func `a hang is found within the time limit`() async throws {
    try await onOwnThread {
      // A hang is confirmed at ten times the limit.
      let limit = Sanitizer.isOn ? "5s" : "100ms"
      let found = try explore("--only add --only giveBack --timeout \(limit) --runs 5", bug: .hang)
      expectEqual(found, [["crash", "giveBack", nil, ["giveBack"], true]])
    }
  }

  @Test func `a value that isn't encoded is found where it is missed`() async throws {
    try await onOwnThread {
      let missed: JSONValue = ["loss", "rename", "/books/*/label", ["add", "giveBack", "rename"], true]
      // It shows by == before a reducer misses it.
      let unequal: JSONValue = ["loss", nil, "/returned", ["giveBack"], true]
      try expectEqual(explore("--runs 12", bug: .loss), [missed, unequal])
      try expectEqual(explore("--runs 12 --without equality -o G", bug: .loss), [missed])
    }
  }

  @Test func `an action that only a restored state refuses is found`() async throws {
    try await onOwnThread {
      let found = try explore("--runs 12", bug: .refusal)
      expectEqual(
        found.map { $0.array?.prefix(3) }, [["loss", "rename", nil], ["loss", nil, "/returned"]], "\(found)")
      expectEqual(found.first?.array?[3], ["add", "giveBack", "rename"])
    }
  }

  @Test func `a member that is restored as another one is one finding`() async throws {
    try await onOwnThread {
      let found = try explore("--runs 5 --without suspicions", bug: .dropped)
      expectEqual(found.map { $0.array?.prefix(3) }, [["loss", "lend", "/lent/*"]], "\(found)")
    }
  }

  @Test func `a loss is found even if each next action hides it`() async throws {
    try await onOwnThread {
      try record("c", (1...6).map { #"{"open":{"day":\#($0)}}"# + "\n" }.joined())
      try expectEqual(
        explore("--only open --runs 10 --without suspicions", bug: .forgotten),
        [["loss", "open", "/day", ["open"], true]])
    }
  }

  @Test func `an initial state that is restored as another one is said before any session`() async throws {
    try await onOwnThread {
      let result = try run("explore J --runs 5", bug: .restored)
      #expect(result.status == 1 && result.output.isEmpty, "\(result)")
      #expect(
        result.errorOutput.contains("the app's initial state, restored from its JSON, is another one at /shelf/0"),
        "\(result)")
    }
  }

  @Test func `a run in which the app refuses all actions says so`() async throws {
    try await onOwnThread {
      let result = try run("explore J --only rename --runs 3 --without suspicions")
      #expect(result.errorOutput.contains("warning: the app refused all actions, so this shows little; "), "\(result)")
    }
  }

  @Test func `a crash in == ends the session, and no action is blamed`() async throws {
    try await onOwnThread {
      let result = try run("explore J --runs 10 --without suspicions", bug: .equal)
      #expect(
        result.errorOutput.contains(
          " ended early, outside of a reducer, such as in an 'init(from:)', in '==' or in a check"),
        "\(result)")
      #expect(result.status == 1 && !result.output.contains("not confirmed"), "\(result)")
    }
  }

  @Test func `a crash in encode(to:) ends the session, and no action is blamed`() async throws {
    try await onOwnThread {
      let result = try run("explore J --runs 12 --without suspicions", bug: .unwritten)
      #expect(result.errorOutput.contains("ended early, outside of a reducer"), "\(result)")
      #expect(result.status == 1 && !result.output.contains("not confirmed"), "\(result)")
    }
  }

  @Test func `a state that can't be encoded is a loss, and ends only its session`() async throws {
    try await onOwnThread {
      let found = try explore("--runs 12 --without suspicions -o G", bug: .unencodable)
      expectEqual(found.map { $0.array?.prefix(2) }, [["loss", "lend"]], "\(found)")
      expectEqual(found.map { $0.array?[3].array?.count }, [4], "\(found)")
      let result = try run("explore J --runs 12 --without suspicions", bug: .unencodable)
      #expect(result.output.hasPrefix("found 1 in 12 sessions"), "\(result)")
      #expect(result.output.contains("the state can't be encoded: at /lent: two books are lent"), "\(result)")
    }
  }

  @Test func `a state that only the other build can't encode is a difference`() async throws {
    try await onOwnThread {
      try script("unencodable", with: "unencodable")
      let line = "--against ./unencodable --only add --only lend --runs 10 --without suspicions"
      let found = try explore(line, bug: nil)
      expectEqual(found, [["difference", "lend", nil, ["add", "add", "lend", "lend"], true]])
      let result = try run("explore J \(line)")
      #expect(result.output.contains("only this build's state can be encoded"), "\(result)")
    }
  }

  /// Takes a second, the time limit of `minimize`.
  @Test func `recorded states that can't be encoded end neither explore nor minimize`() async throws {
    try await onOwnThread {
      let actions = """
        {"add":{"id":"momo","title":"Momo"}}
        {"add":{"id":"emma","title":"Emma"}}
        {"lend":{"id":"momo","to":"ada"}}
        {"lend":{"id":"emma","to":"bob"}}
        {"giveBack":{"id":"momo"}}
        {"add":{"id":"ilium","title":"Ilium"}}

        """
      try FileManager.default.createDirectory(atPath: folder.path(of: "K"), withIntermediateDirectories: false)
      let recorded = try run(
        "record -o K/k.jsonl --app lending --self-contained", bug: .unencodable, input: actions)
      try #require(recorded.status == 0, "\(recorded)")
      let explored = try run("explore K --runs 10 --without suspicions", bug: .unencodable)
      expectEqual(explored.status, 1, "\(explored)")
      #expect(explored.output.contains("1 loss after lend: the state can't be encoded"), "\(explored)")

      // Without patches, only reducers know the states after it.
      try #require(run("record -o K/p.jsonl --app lending", bug: .unencodable, input: actions).status == 0)
      let log = try run("log -p K/p.jsonl", bug: .unencodable)
      expectEqual(log.status, 0, "\(log)")
      #expect(log.output.contains("+ /books/ilium: ") && log.output.contains("+ /lent/momo: "), "\(log)")
      #expect(log.errorOutput.contains("the changes of 2 actions are unknown: state 4 can't be encoded"), "\(log)")
      let blame = try run("blame K/p.jsonl:/shelf", bug: .unencodable)
      expectEqual(blame.status, 0, "\(blame)")
      let asserted = try run("assert K/p.jsonl --always $.books", bug: .unencodable)
      #expect(asserted.errorOutput.contains("1 state can't be rebuilt or encoded"), "\(asserted)")

      try script("unencodable", with: "unencodable")
      let drift = try run("drift K/p.jsonl --against ./unencodable")
      expectEqual(drift.status, 1, "only one build can encode state 4: \(drift)")
      try expectEqual(run("drift K/p.jsonl --against ./unencodable", bug: .unencodable).status, 0)

      folder.create("few", "sleep 0.4; ! grep -q Ilium")
      let small = try run(
        "minimize K/k.jsonl --seconds 1 --keep-payloads -o K/few.jsonl run sh few", bug: .unencodable)
      try #require(small.status == 0, "\(small)")
      for name in ["k", "few"] {
        let record = try run("show K/\(name).jsonl@4 --meta", bug: .unencodable).output
        #expect(record.contains("EncodingError.invalidValue"), "the rules leave out free text: \(record)")
        #expect(try run("show K/\(name).jsonl@5 --meta").output.contains(#/since +3\n/#), "\(name)")
        try expectEqual(run("show K/\(name).jsonl@6:/shelf").output, run("show K/k.jsonl@6:/shelf").output)
        try expectEqual(run("verify K/\(name).jsonl").status, 0)
      }
    }
  }

  /// Takes ten times the limit for each session with a book.
  @Test func `== that never returns ends the session after the time limit`() async throws {
    try await onOwnThread {
      let limit = Sanitizer.isOn ? "1s" : "50ms"
      let result = try run("explore J --runs 6 --without suspicions --timeout \(limit)", bug: .endless)
      let limitInFull = Sanitizer.isOn ? "10 s" : "500 ms"
      #expect(
        result.errorOutput.contains("in '==' or in a check: it did not return within \(limitInFull)"), "\(result)")
      #expect(result.status == 1 && result.output.contains("not played to the end"), "\(result)")
    }
  }

  @Test func `a check that reads what isn't encoded is judged after actions that change no JSON`() async throws {
    try await onOwnThread {
      try expectEqual(
        explore("--only giveBack --runs 3 --without suspicions", bug: .unseen),
        [["check", "giveBack", nil, ["giveBack", "giveBack", "giveBack", "giveBack"], true]])
    }
  }

  @Test func `a crash in a check ends the session, and no action is blamed`() async throws {
    try await onOwnThread {
      let result = try run("explore J --runs 12 --without suspicions", bug: .judged)
      #expect(result.errorOutput.contains("ended early, outside of a reducer"), "\(result)")
      #expect(result.status == 1 && result.output.hasPrefix("found nothing, but "), "\(result)")
    }
  }

  @Test func `a build whose recorded sessions diverge learns from its own states`() async throws {
    try await onOwnThread {
      let change = try run("verify J/a.jsonl", bug: .renamed)
      expectEqual(change.status, 1, "\(change)")
      let one = try run("explore J --explain"), other = try run("explore J --explain", bug: .renamed)
      expectEqual(other, one)
    }
  }

  @Test func `an action that only the other build refuses is a difference`() async throws {
    try await onOwnThread {
      try expectEqual(
        explore("--against ./sound --only add --only lend --runs 12", bug: .twice),
        [["difference", "lend", "/lent/*", ["add", "lend", "lend"], true]])
    }
  }

  @Test func `a crash of the other build alone is a difference`() async throws {
    try await onOwnThread {
      try script("crashing", with: "crash")
      try expectEqual(
        explore("--against ./crashing --only add --only giveBack --runs 10", bug: nil),
        [["difference", "giveBack", nil, ["giveBack"], true]])
    }
  }

  @Test func `a build that restores the first state as another one can't be compared`() async throws {
    try await onOwnThread {
      try script("restoring", with: "restored")
      let result = try run("explore J --runs 5 --against ./restoring")
      expectEqual(result.status, 2, "\(result)")
      #expect(result.errorOutput.contains("./restoring restores the app's initial state as another one"), "\(result)")
    }
  }

  @Test func `minimize compares no builds of different schemas`() async throws {
    try await onOwnThread {
      let result = try run("minimize J/a.jsonl --diverges --against ./sound -o k.jsonl", bug: .newer)
      expectEqual(result.status, 2, "\(result)")
      #expect(
        result.errorOutput.contains("both tools begin with different states, because they have different schemas"),
        "\(result)")
    }
  }

  @Test func `random values are impure, whatever else looks wrong`() async throws {
    try await onOwnThread {
      for options in ["--runs 10", "--against ./sound --runs 10", "--expect length($.books)<5 --runs 10"] {
        let found = try explore(options, bug: .chance)
        expectEqual(found.map { $0.array?.prefix(2) }, [["impurity", "add"]], "\(found)")
        try FileManager.default.removeItem(atPath: folder.path(of: "F"))
      }
    }
  }

  @Test func `nothing stays in the folder of temporary files`() async throws {
    try await onOwnThread {
      let temporary = folder.path(of: "T")
      try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
      for (line, status) in [
        ("explore J --runs 5", Int32(0)), ("explore J --explain", 0), ("explore J --only pay", 2),
        ("explore J --runs 5 --against /bin/true", 2),
      ] {
        let result = try tool.run(line, environment: [LendingApp.variable: "", "TMPDIR": temporary])
        expectEqual(result.status, status, "\(line): \(result)")
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: temporary), [])
      }
    }
  }

  @Test func `a damaged journal ends the run with its place`() async throws {
    try await onOwnThread {
      let journal = try #require(folder.contents(of: "J/a.jsonl"))
      folder.create("J/a.jsonl", journal.replacing("part one", with: "part two"))
      let result = try run("explore J --runs 5")
      #expect(result.status == 2 && result.errorOutput.hasPrefix("J/a.jsonl:"), "\(result)")
    }
  }

  @Test func `minimize keeps what a restored state lacks`() async throws {
    try await onOwnThread {
      let actions = [
        #"{"add":{"id":"emma","title":"Emma"}}"#, #"{"add":{"id":"dune","title":"Dune"}}"#,
        #"{"giveBack":{"id":"dune"}}"#, #"{"lend":{"id":"emma","to":"ada"}}"#, #"{"rename":{"id":"dune","title":"D"}}"#,
      ]
      let recorded = try run(
        "record -o r.jsonl --app lending", bug: .loss, input: actions.map { $0 + "\n" }.joined())
      try #require(recorded.status == 0)
      let result = try run("minimize r.jsonl --restoring -o s.jsonl --format json", bug: .loss)
      let report = try JSONValue(parsing: result.output)
      expectEqual(
        [report["place"] ?? nil, .array(report["left"]?.array?.compactMap { $0["type"] } ?? [])],
        ["/books/dune/label", ["add", "giveBack", "rename"]], "\(result)")
    }
  }

  @Test func `states that differ in each process are found`() async throws {
    try await onOwnThread {
      let found = try explore("--runs 12", bug: .order)
      expectEqual(found.map { $0.array?.first }, ["impurity"], "\(found)")
      expectEqual(found.first?.array?[1], "remove")
    }
  }

  @Test func `--explain prints what the journals show`() async throws {
    try await onOwnThread {
      let result = try run("explore J --explain")
      expectEqual(
        result,
        Executable.Result(
          status: 0,
          output: """
            learned from 2 journals: 23 actions of 5 types
            add: 6 actions, then add, giveBack, lend
              /add/id brings new ids
              /add/label is in some
            giveBack: 6 actions, then remove, rename, lend
              /giveBack/id comes from keys of /books (100 of 100, 1.5 times as often as by chance)
            lend: 6 actions, then giveBack, add, remove
              /lend/id comes from keys of /books (100 of 100, 1.5 times as often as by chance)
            remove: 3 actions, then giveBack, lend
              /remove/id comes from keys of /books (100 of 100, 1.6 times as often as by chance) or /shelf/* (100 of 100, 1.6 times as often as by chance)
            rename: 2 actions, then lend
              /rename/id comes from keys of /books (100 of 100, 1.3 times as often as by chance)
            always: subset($.shelf[*], keys($.books))
            always: unique($.shelf[*])
            always: subset(keys($.lent), keys($.books))

            """), "\(result.output)")
    }
  }

  @Test(arguments: [
    ("explore J --only pay", "the journals show no action of the type pay that can be played again"),
    ("explore J -o J", "the folder 'J' isn't empty; name a new one with -o"),
    ("explore J --expect check:none", "the app 'lending' has no check 'none'"),
    ("explore J --against /bin/true", "the tool '/bin/true' can't run reducers"),
    // The tool is tried before anything is learned.
    ("explore J --only pay --against /bin/true", "the tool '/bin/true' can't run reducers"),
    ("explore J none", "no such file"),
    ("explore J --explain --format json", "'--explain' and '--format' can't be combined"),
    ("explore J --explain -o F", "'--explain' and '--output' can't be combined"),
  ]) func `an error names what can't be explored`(line: String, message: String) async throws {
    try await onOwnThread {
      let result = try run(line)
      #expect(result.status != 0 && result.status != 1 && result.errorOutput.contains(message), "\(result)")
    }
  }
}
