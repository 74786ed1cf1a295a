import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import TestSupport
import Testing
import Tracker

/// The screens of `inspect`, printed as text.
struct InspectPrintTests {
  private let bug = Repository.path("Samples/Tracker/Bugs/forgotten-date.jsonl")
  private let year = Repository.path("Samples/Tracker/Sessions/year.jsonl")

  private func screen(
    _ journal: String, _ keys: String = "", size: String = "80x16", apps: [TrackerApp.Type] = [TrackerApp.self]
  ) -> String {
    var arguments = ["inspect", journal, "--size", size, "--print"]
    if !keys.isEmpty { arguments += ["--keys", keys] }
    let run = InspectorTool.capture(arguments, apps: apps, environment: ["TZ": "UTC"])
    expectEqual(run.exitCode, .fine, "\(run.errorOutput)")
    return run.output
  }

  @Test func `it opens where today's app differs and says what was recorded`() {
    expectEqual(
      screen(bug),
      """
      tracker 2.0  forgotten-date.jsonl  session 1/1                checked 30/126  ✗1
      ✗ Today's app differs at 30: item.update now changes /projects/bike/updated
          27 navigation.setRoute  /projects/bike          /navigation/route
          28 navigation.setRoute  /projects/bike/bike-3   /navigation/route
          29 navigation.setData  /projects/bike/bike-3    /navigation/data
      ▸✗  30 item.update  bike-3  31.1                    /items/bike-3
       ?  31 navigation.removeData  /projects/bike/bike…  /navigation/data
       ?  32 navigation.setRoute  /projects/bike          /navigation/route
      ─[Changes]─ State ─ Action ─ History ─────────────────────── state 30: differs ─
      ✗ /projects/bike/updated  recorded unchanged, today 936924e7
      ~ /items/bike-3  recorded cc1d3e5e
      Today's app does something else here; these places are the recorded ones.


      0 ━━━━━━━━━━━━━━━━━✗──────────────────────────────────────────────────────── 126
      ↑↓ step  Enter open  / search  f filter  b history  e problem  ? help  q quit

      """)
  }

  @Test func `states before damage are proven`() throws {
    let tool = try ToolFixture()
    let lines = try Repository.text("Samples/Tracker/Sessions/year.jsonl").split(separator: "\n")
    tool.folder.create(
      "bad.jsonl",
      (lines[..<20] + [lines[20].replacing("create", with: "crate")] + lines[21...]).joined(separator: "\n") + "\n")
    let shown = screen(tool.folder.path(of: "bad.jsonl")).split(separator: "\n")
    #expect(shown[0].contains("checked 17/"), "\(shown)")
    #expect(shown[1].hasPrefix("✗ The journal is damaged at line 21: the sum doesn't match"), "\(shown)")
    #expect(shown.contains { $0.hasPrefix("    16 ") }, "its row has no question mark: \(shown)")
    #expect(shown.contains { $0.hasPrefix(" ? 256 ") }, "\(shown)")
  }

  @Test func `a search goes to the first match after the selected row`() {
    let lines = screen(year, "g /run-7 Enter", size: "60x12").split(separator: "\n")
    expectEqual(lines.last, "'run-7': n and N go to the other matches")
    #expect(lines.contains { $0.hasPrefix("▸") && $0.contains("item.create") })
  }

  @Test func `a search for what no row contains says so`() {
    let lines = screen(year, "/nowhere Space to Space be Space found Enter", size: "60x12").split(separator: "\n")
    expectEqual(lines.last, "no row contains 'nowhere to be found'; values that only red…")
    let whole = screen(
      Repository.path("Tests/ReportJournals/Files/tasks-favourites.jsonl"), "/nowhere Enter", size: "60x12", apps: [])
    expectEqual(whole.split(separator: "\n").last, "no row contains 'nowhere'")
  }

  @Test func `a filter lists only the rows that contain a text, until it is closed`() {
    let rows = screen(year, "f project.delete Enter", size: "80x24").split(separator: "\n")
    expectEqual(rows.filter { $0.contains("project.delete") }.count, 2)
    #expect(!rows.contains { $0.contains("item.create") })
    #expect(rows.contains { $0.hasPrefix("▸  138 project.delete  sit") })
    #expect(screen(year, "f project.delete Enter Esc", size: "80x24").contains("  137 item.create"))
  }

  @Test func `the history of a value lists the actions that set it, and two Enters go to one`() {
    let keys = "138G Tab b"
    let history = screen(year, keys, size: "80x20")
    #expect(history.contains("who set /projects/sit, back from state 138\n"), "\(history)")
    let gone = screen(year, keys + " Down Enter Enter", size: "80x20")
    #expect(gone.contains("▸  138 project.delete  sit"), "\(gone)")
    let earlier = screen(year, keys + " Down Down Enter Enter", size: "80x20")
    #expect(!earlier.contains("▸  138"), "\(earlier)")
  }

  @Test func `the history of the value that differs is one key away`() {
    let text = screen(
      Repository.path("Tests/ReportJournals/Files/accounts-tunnel.jsonl"), "Tab b", size: "80x20", apps: [])
    #expect(!text.contains("put the cursor on a value first"), "\(text)")
    #expect(
      screen(bug, "Tab b", size: "80x20").contains(
        "today's app leads to another state than recorded, so the value can't be followed\nthrough this state\n"))
  }

  @Test func `values in the state open and close`() {
    let closed = screen(year, "138G ] Tab", size: "80x20")
    #expect(closed.contains("▸ ~ items: {…}  103 values"), "\(closed)")
    let open = screen(year, "138G ] Tab Down Enter", size: "80x20")
    #expect(open.contains("▾ ~ projectIDs"), "\(open)")
    #expect(open.contains("0: \"run\""), "\(open)")
    expectEqual(
      screen(year, "138G ] Tab Down Enter Enter", size: "80x20"), screen(year, "138G ] Tab Down", size: "80x20"))
  }

  @Test func `a pinned state is compared with the selected one`() {
    let text = screen(year, "138G c 5k", size: "80x20")
    #expect(text.contains("─[Changes since 138]─"), "\(text)")
    #expect(text.contains("+ /projects/sit"), "\(text)")
    #expect(screen(year, "138G c c 5k", size: "80x20").contains("─[Changes]─"))
  }

  @Test func `without the app's reducers it shows what the journal holds`() {
    let text = screen(year, "138G", apps: [])
    #expect(text.contains("Recorded, not replayed"), "\(text)")
    #expect(text.contains("- /projects/sit"), "\(text)")
  }

  @Test func `it tells of an action in flight, gaps, rewinds and refusals`() {
    let hard = Repository.path("Tests/ReportJournals/Files/hard.jsonl")
    let text = screen(hard, size: "80x40")
    #expect(text.contains("▸† 38 project.delete  piano"), "\(text)")
    // What died, and three gaps.
    #expect(text.split(separator: "\n").first?.hasSuffix("checked 53/53  ✗1  ?3") == true, "\(text)")
    #expect(text.contains(" ! 36 item.update  run-0  12"), "\(text)")
    #expect(text.contains("gap: no space left on the disk (3 actions missing)"), "\(text)")
    #expect(text.contains("── session 3  tracker 2.1"), "\(text)")
    #expect(
      screen(hard, "21G", size: "80x20").contains(
        """
           19   project.delete  swim                          /items/swim-12  /projectI…
           20   project.update  piano  Piano                  /projects/piano
        ▸  21   abandoned 19–20 → back to 18
           22   project.update  piano  Practise               /projects/piano
           23 abandoned 17–22 → back to 16
           24 item.create  piano-13  piano  6.5  redacted   /items/piano-13
        """))
  }

  @Test func `the action tab tells what caused it, what it caused, and how other actions compare`() {
    let hard = screen(
      Repository.path("Tests/ReportJournals/Files/hard.jsonl"), "17G ] ]", size: "80x50")
    for line in [
      "site      ProjectsScreen.swift:77", "caused    18 item.delete", "abandoned by the rewind at 23",
      "The other project.delete action changes the same places: /items/* /projectIDs/*",
    ] {
      #expect(hard.contains("\n\(line)"), "\(line) isn't in \(hard)")
    }
    let favourites = screen(
      Repository.path("Tests/ReportJournals/Files/tasks-favourites.jsonl"), "19G ] ] ", size: "80x40", apps: [])
    #expect(
      favourites.contains("3 of the 4 other tasks.edit actions change the same places:\n/tasks/all/entities/*/title."),
      "\(favourites)")
  }

  @Test func `actions whose changes aren't recorded don't count as others`() throws {
    let folder = try TemporaryFolder()
    let journal = try SampleJournal(folder.path(of: "j"))
    try journal.act(#"{"replace":{"n":0}}"#, type: "replace", at: 1)
    for number in 2...4 { try journal.act(#"{"merge":{"n":\#(number)}}"#, at: number) }
    func screen() -> String {
      InspectorTool.capture(
        ["inspect", journal.path, "--size", "120x30", "--print", "--keys", "3G ] ]"], apps: [JSONApp.self]
      ).output
    }
    #expect(screen().contains("Both other merge actions change the same places: /n."), "\(screen())")
    try journal.writer.beginAction(ActionHead(at: 5, type: "merge", action: Array(#"{"merge":{"m":4}}"#.utf8)))
    try journal.writer.finishAction(ActionOutcome(hash: nil))
    try journal.close()
    let words = screen().replacing(#/\s*\n.*│ /#, with: " ")
    #expect(
      words.contains("Both other merge actions whose changes are recorded change the same places: /n."), "\(words)")
  }

  @Test func `where all actions have one type, they aren't compared`() throws {
    let folder = try TemporaryFolder()
    let journal = try SampleJournal(folder.path(of: "j"))
    for number in 1...3 { try journal.act(#"{"merge":{"n":\#(number)}}"#, at: number) }
    try journal.close()
    let text = InspectorTool.capture(
      ["inspect", journal.path, "--size", "120x30", "--print", "--keys", "3G ] ]"], apps: [JSONApp.self]
    ).output
    #expect(text.contains("▸  3 merge  3") && !text.contains("other merge"), "\(text)")
  }

  @Test func `a terminal without a screen is told of log`() {
    let run = InspectorTool.capture(["inspect", year], apps: [TrackerApp.self])
    expectEqual(run.exitCode, .trouble)
    expectEqual(
      run.errorOutput,
      """
      reduxlog: error: inspect needs a terminal that can draw a screen
        'reduxlog log \(year)' lists the actions. --print prints the screen as text.

      """)
  }

  @Test(arguments: [
    ("--keys j", "'--keys' needs '--print'"), ("--size 80x24", "'--size' needs '--print'"),
    ("--print --size 80", "option '--size': expected COLUMNSxROWS, such as 100x30, found '80'"),
    ("--print --size 0x9", "option '--size': expected COLUMNSxROWS, such as 100x30, found '0x9'"),
  ])
  func `wrong options are refused`(options: String, message: String) {
    let words = options.split(separator: " ").map(String.init)
    let run = InspectorTool.capture(["inspect", year] + words, apps: [TrackerApp.self])
    expectEqual(run.exitCode, .usage)
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
  }

  /// Takes seconds: it presses many keys, each in a run of its own journal.
  @Test(arguments: ["1x1", "20x5", "40x9", "80x24", "100x10", "200x60"])
  func `any keys on any screen leave a screen of that size`(size: String) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let words = [
      "j", "k", "g", "G", "30G", "[", "]", "Tab", "Enter", "Right", "Left", "Esc", "/run", "/", "f", "fpiano", "n", "N",
      "e", "E", "b", "c", "y", "?", "PgUp", "PgDn", "^D", "^U", "Home", "End", "Up", "Down", "Space", "^L", "3", "x",
    ]
    let rows = try #require(size.split(separator: "x").last.flatMap { Int($0) })
    for name in ["hard", "accounts-tunnel"] {
      let keys = (0..<60).compactMap { _ in words.randomElement(using: &generator) }.joined(separator: " ")
      let path = Repository.path("Tests/ReportJournals/Files/\(name).jsonl")
      let text = screen(path, keys, size: size)
      expectEqual(
        text.split(separator: "\n", omittingEmptySubsequences: false).count, rows + 1, "seed \(seed): \(keys)")
    }
  }
}
