import ChangedSamples
import CommandLineKit
import Expectations
import Foundation
import ReducerIsolation
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import ReportJournals
import StateTree
import Tasks
import TestSupport
import Testing
import Tracker

/// What a report holds. `Tests/JournalPageTests` look at it in a browser.
struct ReportTests {
  private let tool: ToolFixture
  private let year = Repository.path("Samples/Tracker/Sessions/year.jsonl")
  private let hard = Repository.path("Tests/ReportJournals/Files/hard.jsonl")

  init() throws { tool = try ToolFixture().with(apps: [TrackerApp.self]) }

  private func report(
    _ journal: String, _ apps: [any ReplayableApp.Type] = [TrackerApp.self], watching watches: String = ""
  ) throws -> ReportContents {
    let result = tool.with(apps: apps).run("report \(journal) -o DIR/out.html --force \(watches)")
    expectEqual(result.code, .fine, "\(result.errorOutput)")
    return try ReportContents(at: tool.folder.path(of: "out.html"))
  }

  @Test func `the head says what is proven, and rows are the log's lines`() throws {
    let report = try report(year)
    expectEqual(
      report.head["verdict"],
      [
        "status": "ok", "judgement": "fine", "headline": "Today's app does the same",
        "text": "Bugs included: search for what the user saw. Every state is proven",
      ])
    expectEqual(report.head["states"], [[0, 451, "proven"]])
    expectEqual(report.head["open"], nil)
    expectEqual(
      report.lines(0..<4),
      [
        "s 0 tracker 1.0", "i 0 initial state",
        "a 1 project.create run  Runing  km  daily", "a 2 item.create run-1  run  3.1  First one. Slow, cold, happy.",
      ])
  }

  @Test func `a divergence names the action, and today's effect is beside the recorded one`() throws {
    let report = try report(year, [ChangedTrackerApp.self])
    expectEqual(
      report.head["verdict"],
      [
        "status": "diverged", "judgement": "wrong", "headline": "Today's app differs at 138",
        "text": "project.delete no longer changes /items", "seq": 138,
      ])
    expectEqual(report.head["open"], 138)
    // Behind it, the journal holds the states in its snapshots.
    expectEqual(
      report.head["states"],
      [
        [0, 137, "proven"], [138, 138, "differs"], [139, 162, "not proven"], [163, 163, "recorded"],
        [164, 201, "not proven"], [202, 202, "recorded"], [203, 251, "not proven"], [252, 252, "recorded"],
        [253, 315, "not proven"], [316, 316, "recorded"], [317, 397, "not proven"], [398, 398, "recorded"],
        [399, 451, "not proven"],
      ])
    expectEqual(
      report.head["today"],
      [
        [
          "seq": 138,
          "members": [
            [
              "place": "/items", "recorded": ["effect": "set", "hash": "79141f8e"],
              "today": ["effect": "unchanged"],
            ]
          ], "hash": "8b15187c6b50776e4f234275f83571fb",
        ]
      ])
    // Behind it, there are only the recorded places, whatever today's reducers would do.
    let step = try #require(report.steps.last)
    #expect(step["patch"] == nil && step["state"] == nil && step["changed"] != nil)
    #expect(try report.states()[137] != nil)
    try expectEqual(report.states()[138], nil)
  }

  /// Takes a second: it makes each of 500 states twice.
  @Test func `steps lead to each state of the journal, and back`() throws {
    for (path, count) in [(year, 452), (hard, 48)] {
      let found = try report(path).states()
      var states = try AppCatalog([TrackerApp.self]).states(of: try JournalFile(path: path))
      var compared = 0
      for seq in found.keys.sorted() {
        guard let state = found[seq], let expected = try? states.state(at: seq) else { continue }
        expectEqual(state, expected, "state \(seq) of \(path)")
        compared += 1
      }
      expectEqual(compared, count, "\(path)")
    }
  }

  @Test func `the same difference at later actions is a problem, too`() throws {
    let report = try report(Repository.path("Tests/ReportJournals/Files/tracker-forgotten-date.jsonl"))
    expectEqual(
      report.head["verdict"]?["text"],
      "item.update now changes /projects/bike/updated. 3 actions differ: 30, 91 and 123")
    expectEqual(
      report.head["problems"],
      [
        ["seq": 30, "kind": "differs", "text": "item.update now changes /projects/bike/updated"],
        ["seq": 91, "kind": "differs", "text": "item.update also differs at /projects/piano/updated"],
        ["seq": 123, "kind": "differs", "text": "item.update also differs at /projects/bike/updated"],
      ])
    let today = report.head["today"]?.array?.last
    expectEqual(today?["seq"], 123)
    expectEqual(
      today?["members"],
      [
        [
          "place": "/projects/bike/updated", "recorded": ["effect": "set", "value": "790457351.0"],
          "today": ["effect": "set", "value": "790458962.0"],
        ]
      ])
    expectEqual(
      report.head["states"],
      [
        [0, 29, "proven"], [30, 30, "differs"], [31, 90, "recorded"], [91, 91, "differs"],
        [92, 122, "recorded"], [123, 123, "differs"], [124, 126, "recorded"],
      ])
  }

  @Test func `a converted journal keeps what it recorded beside today's shape`() throws {
    let journal = Repository.path("Samples/Tasks/Bugs/favourites.jsonl")
    let report = try report(journal, [TasksApp.self])
    expectEqual(
      report.head["warnings"],
      [
        "The journal was recorded with schema 1, and states have another shape in schema 2: replay converts them and compares them with recorded snapshots and patches, because the hashes belong to the old shape"
      ])
    // Row 0 is the session, row 1 the initial state, which both shapes share.
    expectEqual(report.rows["recorded"], [26])
    let recorded = report.steps[26]["recorded"]?.array ?? []
    expectEqual(recorded.map { $0["path"] }, ["/tasks/favourites/0", "/tasks/favourites/1", "/tasks/favourites/2"])
    expectEqual(recorded.map { $0["was"] }, ["plumber", "tax", "ada"])
    expectEqual(recorded.first?["value"]?["title"], "Call the plumber")
    try expectEqual(report.states()[25]?["tasks"]?["favourites"], ["plumber", "tax", "ada"])
    // Action 12 changed the copies, which aren't there today, and action 19 only the task.
    let pointers = report.column("pointers")
    func places(_ row: Int) -> [String] {
      (report.column("places")[row].array ?? []).compactMap { $0.integer.flatMap { pointers[$0].string } }
    }
    expectEqual(places(13), ["/tasks/all/entities/plumber/due", "/tasks/favourites"])
    expectEqual(places(20), ["/tasks/all/entities/plumber/title"])
    expectEqual(report.steps[13]["changed"], ["/tasks/all": "0580be1b", "/tasks/favourites": "07c95afe"])
    #expect(report.steps[13]["patch"] != nil)
  }

  @Test func `without the app's reducers, a report shows the states in snapshots`() throws {
    let report = try report(Repository.path("Samples/Tasks/Bugs/favourites.jsonl"), [])
    expectEqual(
      report.head["states"],
      [[0, 0, "recorded"], [1, 24, "not proven"], [25, 25, "recorded"], [26, 26, "not proven"]])
    expectEqual(report.rows["bases"], [1, 26])
    try expectEqual(report.states()[25]?["tasks"]?["favourites"]?.array?.first?["title"], "Call the plumber")
  }

  @Test func `a session that starts from an earlier state is the verdict, and nothing is wrong with the journal`()
    throws
  {
    let report = try report(
      Repository.path("Tests/ReportJournals/Files/feed-lost-name.jsonl"), [ReportedBug.all[1].today])
    expectEqual(
      report.head["verdict"],
      [
        "status": "ok", "judgement": "open", "headline": "A session lost states at 21",
        "text": """
        Session 2 starts from an old state (12); 13–20 are lost. Today's app does the same
        """, "seq": 21,
      ])
    expectEqual(report.head["open"], 21)
    expectEqual(
      report.head["problems"],
      [
        [
          "seq": 21, "kind": "went back",
          "text": "Session 2 starts from an old state (12); 13–20 are lost",
        ]
      ])
  }

  @Test func `without reducers, a self-contained journal is recorded, and another one shows its snapshots`() throws {
    let bug = Repository.path("Tests/ReportJournals/Files/tracker-forgotten-date.jsonl")
    let recorded = try report(bug, [])
    expectEqual(recorded.head["verdict"]?["headline"], "Recorded, not replayed")
    expectEqual(recorded.head["states"], [[0, 126, "recorded"]])
    try expectEqual(recorded.states().count, 127)
    let other = try report(year, [])
    expectEqual(
      other.head["states"]?.array?.filter { $0.array?.last == "recorded" },
      [0, 12, 24, 36, 48, 61, 78, 100, 128, 163, 202, 252, 316, 398].map { [$0, $0, "recorded"] })
    try expectEqual(other.states().count, 14)
    expectEqual(try other.states()[398]?.stateHash, try report(year).states()[398]?.stateHash)
  }

  @Test func `a damaged journal is shown up to the damage`() throws {
    let lines = try Repository.text("Samples/Tracker/Sessions/year.jsonl").split(separator: "\n")
    tool.folder.create(
      "bad.jsonl",
      (lines[..<20] + [lines[20].replacing("create", with: "crate")] + lines[21...]).joined(separator: "\n") + "\n")
    let report = try report("DIR/bad.jsonl")
    expectEqual(report.head["verdict"]?["headline"], "The journal is damaged at line 21")
    expectEqual(report.head["open"], 17)
    expectEqual(report.head["states"], [[0, 17, "proven"]])
    expectEqual(report.head["problems"]?.array?.first?["kind"], "damage")
    expectEqual(report.steps.count, 20)
    #expect(report.lines(19..<20)[0].hasPrefix("e 17 damaged: line 21: the sum doesn't match: "))
    expectEqual(report.head["end"], "damaged")
  }

  @Test func `a crash, a gap and unproven actions are problems, and refusals are only counted`() throws {
    let report = try report(hard)
    expectEqual(
      report.head["problems"]?.array?.map {
        "\($0["seq"]?.compact ?? "") \($0["kind"]?.string ?? ""): \($0["text"]?.string ?? "")"
      },
      [
        "33 gap: no space left on the disk (3 actions missing)",
        "38 in flight: project.delete was in flight when the process died",
        "43 unproven: only the name of the action import was recorded",
        "52 unproven: the action sort was recorded for reading only",
      ])
    expectEqual(report.head["open"], 38)
    expectEqual(report.head["verdict"]?["headline"], "The app died in action 38")
    expectEqual(
      report.head["states"],
      [
        [0, 37, "proven"], [38, 38, "missing"], [39, 42, "proven"], [43, 47, "not proven"], [48, 48, "recorded"],
        [49, 51, "proven"], [52, 52, "recorded"], [53, 53, "proven"],
      ])
    expectEqual(report.head["refused"], 3)
    expectEqual(report.head["sessions"]?.array?.map { $0["end"] }, ["closed", "interrupted", "closed"])
  }

  @Test func `a range shows only its states, from a whole one`() throws {
    let report = try report("\(year)@100..110")
    expectEqual(report.column("seq").compactMap(\.integer), Array(100...110))
    expectEqual(report.head["states"], [[100, 110, "proven"]])
    expectEqual(report.rows["bases"], [0])
    try expectEqual(report.states().count, 11)
  }

  @Test func `a range has the states to which the app went back from before it`() throws {
    let all = try report(hard, []).states()
    // Rewinds from 20 to 18, and from 22 to 16; the session from 29 on starts with the state of 28.
    for range in [19...24, 29...31] {
      let part = try report("\(hard)@\(range.lowerBound)..\(range.upperBound)", []).states()
      #expect(Set(range).isSubset(of: all.keys))
      for seq in range { expectEqual(part[seq], all[seq], "state \(seq)") }
    }
  }

  @Test func `watched expressions have their values where they change, in each kind of journal`() throws {
    let watches = "--watch count($.items.*) --watch $.projectIDs[-1] --watch $.items.*"
    func values(_ watch: JSONValue, _ rows: Range<Int>) -> [String] {
      zip(watch["rows"]?.array ?? [], watch["values"]?.array ?? []).filter { rows.contains($0.0.integer ?? -1) }
        .map { "\($0.0.compact) \($0.1.compact)" }
    }
    let year = try report(year, watching: watches)
    expectEqual(year.head["watches"], ["count($.items.*)", "$.projectIDs[-1]", "$.items.*"])
    // Row 139 is state 138.
    expectEqual(
      values(year.watches[0], 137..<142),
      [
        #"137 {"value":117}"#, #"138 {"value":118}"#, #"139 {"value":103}"#, #"140 {"value":104}"#,
        #"141 {"value":105}"#,
      ])
    expectEqual(values(year.watches[1], 0..<5), [#"1 {}"#, #"2 {"value":"run"}"#])
    let counts = year.counts(of: 0)
    for (row, state) in try year.states() {
      expectEqual(counts.last { $0.row <= row + 1 }?.value, state["items"]?.object?.count, "state \(row)")
    }
    // Behind a divergence, only the values in snapshots are known.
    let changed = try report(self.year, [ChangedTrackerApp.self], watching: watches)
    expectEqual(
      values(changed.watches[0], 138..<500),
      [
        #"138 {"value":118}"#, "139 null", #"164 {"value":126}"#, "165 null", #"203 {"value":165}"#, "204 null",
        #"253 {"value":211}"#, "254 null", #"317 {"value":271}"#, "318 null", #"399 {"value":346}"#, "400 null",
      ])
    // A self-contained journal with rewinds needs no reducers.
    let recorded = try report(hard, [], watching: watches)
    let seqs = recorded.column("seq").compactMap(\.integer)
    let recordedCounts = recorded.counts(of: 0)
    for (seq, state) in try recorded.states() {
      guard let row = seqs.lastIndex(of: seq) else { continue }
      expectEqual(
        recordedCounts.last { $0.row <= row }?.value, state["items"]?.object?.count, "state \(seq) of hard.jsonl")
    }
  }

  @Test func `a watched expression that selects nothing is warned of`() {
    let result = tool.run("report \(hard)@0..5 -o DIR/out.html --watch $.projctIDs --watch $.projectIDs[0]")
    expectEqual(
      result.errorOutput.split(separator: "\n").dropLast(),
      ["\(hard): warning: '$.projctIDs' selected nothing in any state; check its names"])
  }

  @Test func `nothing in a journal becomes markup, with scripts or without`() throws {
    tool.record("s.jsonl", #"{"replace":"</script><img src=x>"}"#, #"{"merge":{"<b>":"<!--"}}"#, app: "json")
    let html = try report("DIR/s.jsonl", []).html
    #expect(!html.contains("<img") && !html.contains("<b>:") && html.ranges(of: "</script>").count == 4)
    #expect(html.contains("&lt;/script&gt;&lt;img src=x&gt;"))
    #expect(html.contains("default-src 'none'"))
  }

  @Test func `wrong calls say what to do`() throws {
    tool.record("s.jsonl", #"{"replace":1}"#, app: "json")
    #expect(tool.run("report DIR/s.jsonl").errorOutput.contains("option '--output' is missing: -o OUT.html"))
    #expect(tool.run("report -o DIR/o.html").errorOutput.contains("missing argument FILE[@A..B]"))
    #expect(tool.run("report --viewer DIR/s.jsonl -o DIR/o.html").errorOutput.contains("'--viewer' takes no journal"))
    #expect(tool.run("report DIR/s.jsonl -o DIR/s.jsonl --force").errorOutput.contains("is the journal itself"))
    #expect(tool.run("report DIR/s.jsonl@1 -o DIR/o.html").errorOutput.contains("such as DIR/s.jsonl@100..200"))
    #expect(
      tool.run("report DIR/s.jsonl -o DIR/o.html --watch 1").errorOutput.contains(
        "option '--watch': column 1: a value alone is no condition; compare it with something"))
    #expect(tool.run("report --viewer -o DIR/o.html --watch $.a").errorOutput.contains("can't be combined"))
    #expect(tool.run("verify DIR/s.jsonl --force").errorOutput.contains("'--force' needs '--report DIR'"))
    try expectEqual(tool.folder.names(), ["s.jsonl"])
  }
}
