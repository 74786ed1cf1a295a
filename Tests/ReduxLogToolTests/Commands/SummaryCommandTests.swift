import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

struct SummaryCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A summary with `DIR` as the folder.
  private func summary(_ name: String, _ options: String...) -> CallResult {
    let result = reduxlog(["summary", folder.path(of: name)] + options)
    return CallResult(
      code: result.code, output: result.output.replacing(folder.path, with: "DIR"),
      errorOutput: result.errorOutput.replacing(folder.path, with: "DIR"))
  }

  private func document(_ name: String, _ options: String...) throws -> JSONValue {
    try JSONValue(parsing: reduxlog(["summary", folder.path(of: name), "--format", "json"] + options).output)
  }

  private func byteCount(_ name: String) throws -> Int { try #require(folder.contents(of: name)).utf8.count }

  // MARK: Text

  @Test func `summary prints a text report`() throws {
    try SampleJournal.session(folder.path(of: "s.jsonl")).close()
    let result = summary("s.jsonl")
    expectEqual(result.code, .fine)
    expectEqual(
      result.output,
      """
      json 1.2, schema 3

      end        closed
      file       DIR/s.jsonl, \(try byteCount("s.jsonl")) bytes
      journal    0123456789abcdef0123456789abcdef
      started    2026-01-01 10:00:00.123 on linux
      length     1m 04s, 1 session
      actions    5, all replayable
      states     8; without the app's reducers, only 3 snapshots can be read
      integrity  every line is intact; recorded without a key, so anyone could have written it
      secrets    some sessions are not redacted

      last lines of the log
        session 1  json 1.2  2026-01-01 10:00:00.123  linux
           0  10:00:00.123     +0.000s  initial state
           1  10:00:00.163     +0.040s  merge(n: 1)  /n
           2  10:00:01.623     +1.500s  merge(cart: (a: 1, b: "x"))  /cart  (took 12 ms)
              10:00:01.723     +1.600s  mark 'start' at state 1: here it\\nbegins
           3  10:00:02.123     +2.000s  patch(remove /none)  refused: \(Self.refusal)
           4  10:00:02.623     +2.500s  merge(cart: (a: 2))  /cart/a
           5  10:01:02.623  +1m02.500s  rewind to state 2
           6  10:01:02.723  +1m02.600s  replace(n: 9, big: 12345678901234567890.5)  /n  /big  /cart
              10:01:03.123  +1m03.000s  gap: paused (3 actions missing)
           7  10:01:04.123  +1m04.000s  a state that was set without an action

      refused by reducers
           3  10:00:02.123     +2.000s  patch(remove /none)  refused: \(Self.refusal)

      gaps
              10:01:03.123  +1m03.000s  gap: paused (3 actions missing)

      rewinds
           5  10:01:02.623  +1m02.500s  rewind to state 2

      slowest reducers
        12 ms: merge at 2
        7 µs: merge at 1
        7 µs: patch at 3
        7 µs: merge at 4
        7 µs: replace at 6

      marks
        start at 1: here it\\nbegins

      next steps
        reduxlog show DIR/s.jsonl@3 --action  # the last action that was refused
        reduxlog verify DIR/s.jsonl  # whether the reducers still lead to these states

      """)
  }

  private static let refusal = #"operation 0 (remove /none): no member "none" in the root"#

  @Test func `the rules of the last session aren't said to be those of all`() {
    func record(_ options: String...) {
      let arguments = ["record", "-o", folder.path(of: "r.jsonl")] + options
      expectEqual(reduxlog(arguments, input: #"{"merge":{"n":1}}"# + "\n").code, .fine)
    }
    record("--redact", "/a", "--no-default-rules")
    #expect(reduxlog("summary", folder.path(of: "r.jsonl")).output.contains("secrets    redacted: 3 places\n"))
    record("--append", "--exempt-name", "note")
    let changed = "common names and forms, with exceptions or additions"
    #expect(
      reduxlog("summary", folder.path(of: "r.jsonl")).output
        .contains("secrets    redacted: \(changed); in earlier sessions, by other rules\n"))
  }

  @Test func `summary names the action whose reducer crashed`() throws {
    let journal = try SampleJournal.crashed(folder.path(of: "c.jsonl"))
    try journal.writer.close()
    let result = summary("c.jsonl", "--format", "markdown")
    expectEqual(result.code, .fine)
    expectEqual(
      result.output,
      """
      ### `json` `1.2`, schema 3

      - end: **ended in the reducer of action 4**
      - file: `c.jsonl`, \(try byteCount("c.jsonl")) bytes
      - journal: `0123456789abcdef0123456789abcdef`
      - started: 2026-01-01 10:00:00.123 UTC on `linux`
      - length: 1.0 s, 2 sessions
      - actions: 2, all replayable
      - states: 4; without the app's reducers, only 2 snapshots can be read
      - integrity: every complete line is intact; recorded without a key, so anyone could have written it
      - secrets: **some sessions are not redacted**

      #### actions that never ended

      ```text
         4  11:00:02.123     +2.000s  merge(n: 3)  in flight when the process died
      ```

      #### last lines of the log

      ```text
      session 1  json 1.2  2026-01-01 10:00:00.123 UTC  linux
         0  10:00:00.123     +0.000s  initial state
         1  10:00:00.163     +0.040s  merge(n: 1)  /n
      session 2  json 1.2  2026-01-01 11:00:00.123 UTC  linux
         2  11:00:00.123     +0.000s  the state is that of 1
         3  11:00:01.123     +1.000s  merge(n: 2)  /n
         4  11:00:02.123     +2.000s  merge(n: 3)  in flight when the process died
      ```

      #### sessions

      - session 1: 2026-01-01 10:00:00.123 UTC, 40 ms, 1 action, version `1.2`, closed
      - session 2: 2026-01-01 11:00:00.123 UTC, 1.0 s, 1 action, version `1.2`, **ended in the reducer of action 4**

      #### slowest reducers

      - 7 µs: `merge` at 1
      - 7 µs: `merge` at 3

      #### next steps

      ```text
      reduxlog show c.jsonl@-1  # the state in which it began
      reduxlog verify c.jsonl  # whether the reducers still lead to these states
      ```

      """)
  }

  /// The first line of a summary about the end of the last session.
  private func end(_ name: String) -> String? {
    summary(name).output.split(separator: "\n").first { $0.hasPrefix("end ") }.map { String($0.dropFirst(11)) }
  }

  @Test func `summary reports how the last session ended`() throws {
    let journal = try SampleJournal.crashed(folder.path(of: "j.jsonl"))
    expectEqual(end("j.jsonl"), "being recorded")
    try journal.writer.close()
    expectEqual(end("j.jsonl"), "ended in the reducer of action 4")
    // The next session completes the line, and is a separate one.
    let next = try SampleJournal(folder.path(of: "j.jsonl"), initial: ["n": 5])
    try next.snapshot(setsState: true)
    try next.writer.close()
    expectEqual(end("j.jsonl"), "not closed: the app was killed, crashed outside its reducers, or is still running")
    let text = try #require(folder.contents(of: "j.jsonl"))
    folder.create("cut.jsonl", text + #"{"kind":"action","se"#)
    expectEqual(end("cut.jsonl"), "not closed: the last line was cut short")
    let crashed = summary("j.jsonl").output
    #expect(crashed.contains("+2.000s  merge(n: 3)  interrupted: its reducer never returned\n"))
    #expect(crashed.contains("version 1.2, ended in the reducer of action 4\n"))
  }

  @Test func `summary reports app details, and what would improve replay most`() throws {
    let context = try JSONValue(
      parsing: #"{"commit":"ab12cd","device":{"model":"Pixel 9","memory":12},"locale":"de_AT"}"#)
    let journal = try SampleJournal(
      folder.path(of: "x.jsonl"), context: #require(context.object), states: "patches")
    for number in 1...2 {
      try journal.writer.beginAction(
        ActionHead(
          at: number, type: "SetDetail", swiftType: "SetDetail", replayability: .inspectOnly,
          action: Array(#"{"movie":\#(number)}"#.utf8)))
      try journal.writer.finishAction(ActionOutcome(hash: nil, unhashed: "too deep"))
    }
    try journal.act(#"{"merge":{"n":1}}"#, at: 3, patch: #"[{"op":"replace","path":"/n","value":1}]"#)
    try journal.close()
    let output = summary("x.jsonl", "-n", "1").output
    #expect(output.contains("\nactions    3: 1 replayable, 2 inspect-only; make SetDetail Codable: +2\n"))
    #expect(
      output.contains(
        "\nstates     4, readable without the app's reducers, but 2 actions don't record their changes\n"))
    #expect(
      output.contains(
        """

        app details
          commit: ab12cd
          device: {"model":"Pixel 9","memory":12}
          locale: de_AT

        last lines of the log: 1 of 4
          session 1  json 1.2  2026-01-01 10:00:00.123  linux
             3  10:00:00.123     +0.000s  merge(n: 1)

        states without a hash
             1  10:00:00.123     +0.000s  SetDetail(movie: 1)  (inspect-only)  (no hash: too deep)
             2  10:00:00.123     +0.000s  SetDetail(movie: 2)  (inspect-only)  (no hash: too deep)


        """))
  }

  @Test func `a session that can't be replayed says so once, and what would help`() throws {
    let journal = try SampleJournal(folder.path(of: "i.jsonl"))
    for (number, type) in ["Open", "Open", "Close", "Sort", ActionRecord.outsideChange].enumerated() {
      let isOutside = type == ActionRecord.outsideChange
      try journal.writer.beginAction(
        ActionHead(
          at: number, type: type, swiftType: type, replayability: isOutside ? .opaque : .inspectOnly,
          action: Array((isOutside ? "null" : #"{"movie":\#(number)}"#).utf8)))
      try journal.writer.finishAction(ActionOutcome(hash: nil, unhashed: "too deep"))
    }
    try journal.close()
    let output = summary("i.jsonl", "-n", "2").output
    #expect(
      output.contains(
        """

        actions    4: 4 inspect-only; make Open Codable: +2, and 2 other types: +2; 1 change outside an action
        states     6, of which only 1 snapshot can be read; to read all of them, record with states: .patches

        """), "\(output)")
    #expect(
      output.contains(
        """

        last lines of the log: 2 of 6
          session 1  json 1.2  2026-01-01 10:00:00.123  linux  (inspect-only)
             4  10:00:00.123     +0.000s  Sort(movie: 3)  (no hash: too deep)
             5  10:00:00.123     +0.000s  changed outside an action  (no hash: too deep)

        """), "\(output)")
    let log = reduxlog(["log", folder.path(of: "i.jsonl")]).output
    #expect(log.hasPrefix("session 1  json 1.2  2026-01-01 10:00:00.123  linux  (inspect-only)\n"), "\(log)")
    #expect(log.ranges(of: "inspect-only").count == 1, "\(log)")
    let verified = reduxlog(["verify", "--no-replay", folder.path(of: "i.jsonl")]).output
    #expect(verified.contains(": 4 actions, 1 change outside an action, not replayed"), "\(verified)")
    let stats = reduxlog(["stats", folder.path(of: "i.jsonl")]).output
    #expect(
      stats.contains(
        "\nactions     4, of them 4 inspect-only, 4 without a hash; 1 change outside an action\n"), "\(stats)")
  }

  @Test func `a state made by reflection is what a replay lacks`() throws {
    let path = folder.path(of: "r.jsonl")
    let writer = try JournalWriter.open(path: path)
    try writer.writeHeader(app: AppIdentity(name: "none"), started: .now(), states: "patches")
    let state: JSONValue = ["n": 1]
    try writer.writeSnapshot(at: 0, state: Array(state.compact.utf8), hash: state.stateHash, isWhole: false)
    try writer.beginAction(ActionHead(at: 1, type: "Tap", replayability: .inspectOnly, action: Array("{}".utf8)))
    try writer.finishAction(ActionOutcome(hash: state.stateHash, patch: Array("[]".utf8)))
    try writer.close()
    let output = summary("r.jsonl").output
    #expect(
      output.contains(
        "\nstates     2, readable without the app's reducers; to replay them, make the state Codable\n"), "\(output)")
  }

  @Test func `summary lists the last of many actions`() throws {
    let journal = try SampleJournal(folder.path(of: "m.jsonl"))
    for number in 1...12 {
      try journal.writer.mark(at: number, to: 0, name: "m\(number)")
      try journal.writer.gap(at: number, why: "why \(number)", missing: 1)
      try journal.snapshot(setsState: true)
    }
    for _ in 1...7 { try journal.writer.writeHeader(app: AppIdentity(name: "json"), started: SampleJournal.started) }
    try journal.writer.close()
    let output = summary("m.jsonl", "-n", "0").output
    #expect(!output.contains("last lines of the log"))
    #expect(output.contains("\ngaps: 5 of 12\n"))
    #expect(output.contains("gap: why 8 (1 action missing)\n") && !output.contains("why 7"))
    #expect(output.contains("\nmarks\n  2 earlier ones\n  m3 at 0\n"))
    #expect(
      output.contains(
        "\nsessions\n  3 earlier ones\n  session 4: 2026-01-01 10:00:00.123, 0 µs, 0 actions, not closed\n"))
  }

  // MARK: Damage

  @Test func `summary reports what precedes damage, and that it is incomplete`() throws {
    try SampleJournal.session(folder.path(of: "s.jsonl")).close()
    let text = try #require(folder.contents(of: "s.jsonl")).replacing("\"x\"", with: "\"y\"", maxReplacements: 1)
    folder.create("damaged.jsonl", text)
    let result = summary("damaged.jsonl", "--format", "markdown")
    expectEqual(result.code, .trouble)
    #expect(result.errorOutput.hasPrefix("DIR/damaged.jsonl:4: error: damaged: "))
    #expect(result.output.contains("\n- end: **damaged**, line 4 of `damaged.jsonl`: `the sum doesn't match: "))
    #expect(result.output.contains("\n- actions: 1, all replayable\n"))
    #expect(result.output.contains("\n- integrity: what was read is intact; "))
    #expect(result.output.contains("   1  10:00:00.163     +0.040s  merge(n: 1)  /n\n```\n"))
    #expect(
      result.output.contains("\nreduxlog repair damaged.jsonl -o damaged.jsonl.repaired  # saves what can be saved\n"))
    let document = try document("damaged.jsonl")
    try expectEqual(document[JSONPointer("/end/kind")], "damaged")
    try expectEqual(document[JSONPointer("/end/line")], 4)
    let human = summary("damaged.jsonl")
    expectEqual(human.code, .trouble)
    #expect(human.output.contains("\nend        damaged, line 4 of DIR/damaged.jsonl: "))
  }

  // MARK: For tools

  @Test func `the JSON document holds the same facts`() throws {
    let journal = try SampleJournal.crashed(folder.path(of: "c.jsonl"))
    try journal.writer.close()
    let document = try document("c.jsonl", "-n", "2")
    expectEqual(document["schema"], "reduxlog.summary/1")
    expectEqual(document["end"], ["kind": "in-flight", "type": "merge", "bytes": 79, "being-written": false, "seq": 4])
    expectEqual(
      document["lines"],
      [
        "count": 5,
        "last": [
          ["kind": "action", "seq": 3, "line": 7, "time": "2026-01-01T11:00:01.123456Z", "text": "merge(n: 2)  /n"],
          [
            "kind": "in-flight", "seq": 4, "line": 8, "time": "2026-01-01T11:00:02.123456Z",
            "text": "merge(n: 3)  in flight when the process died",
          ],
        ],
      ])
    expectEqual(
      document["sessions"],
      [
        "count": 2,
        "last": [
          [
            "session": 1, "started": "2026-01-01T10:00:00.123456Z", "duration-us": 40000, "actions": 1,
            "version": "1.2", "end": "closed",
          ],
          [
            "session": 2, "started": "2026-01-01T11:00:00.123456Z", "duration-us": 1_000_000, "actions": 1,
            "version": "1.2", "end": "not-closed",
          ],
        ],
      ])
    expectEqual(document["refused"], ["count": 0, "last": []])
  }

  // MARK: Calls

  @Test func `a partial journal or too many lines are refused`() throws {
    try SampleJournal(folder.path(of: "s.jsonl")).close()
    expectEqual(summary("s.jsonl@0").code, .usage)
    expectEqual(summary("s.jsonl", "-n", "1001").code, .usage)
    expectEqual(summary("s.jsonl", "-n", "1000").code, .fine)
    expectEqual(summary("s.jsonl", "--format", "ndjson").code, .usage)
  }
}
