import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import StatePrivacy
import StateTree
import TestSupport
import Testing
import VersionedNotes

/// Version 3 whose schema change reads no action.
private enum UnreadableActions: ReplayableApp {
  struct NoSuchAction: Error, CustomStringConvertible { var description: String { "no such action" } }

  static let name = "notes"
  static let schema: Int? = 3
  static var schemaChanges: [SchemaChange] { [SchemaChange(to: 3, action: { _, _ in throw NoSuchAction() })] }
  static var initialState: NotesVersion3.State { NotesVersion3.initialState }

  static func reduce(_ state: inout NotesVersion3.State, _ action: NotesVersion3.Action) throws {
    try NotesVersion3.reduce(&state, action)
  }
}

/// Version 3 whose schema change reads no edits.
private enum UneditableNotes: ReplayableApp {
  static let name = "notes"
  static let schema: Int? = 3
  static var schemaChanges: [SchemaChange] {
    NotesVersion3.schemaChanges.dropLast() + [
      SchemaChange(
        to: 3, renamedActions: ["add": "create"],
        action: { action, _ in
          if action["edit"] != nil { throw UnreadableActions.NoSuchAction() }
          guard let text = action["create"]?["text"] else { return action }
          return ["create": ["title": text]]
        }, state: NotesVersion3.upcast(state:))
    ]
  }
  static var initialState: NotesVersion3.State { NotesVersion3.initialState }

  static func reduce(_ state: inout NotesVersion3.State, _ action: NotesVersion3.Action) throws {
    try NotesVersion3.reduce(&state, action)
  }
}

/// Commands on journals from other schema versions of the app.
struct OldSchemaTests {
  private let tool: ToolFixture

  init() throws {
    tool = try ToolFixture()
    for version in 1...3 {
      try FileManager.default.copyItem(
        atPath: Repository.path("Tests/OldJournals/notes-\(version).jsonl"),
        toPath: tool.folder.path(of: "\(version).jsonl"))
    }
  }

  private func tool(_ app: any ReplayableApp.Type) -> ToolFixture { tool.with(apps: [app]) }

  @Test func `a journal from before members were added is proven, with a report`() {
    expectEqual(
      tool(NotesVersion2.self).run("verify DIR/1.jsonl"),
      CallResult(
        code: .fine, output: "ok DIR/1.jsonl: 8 actions, 1 refused, 9 states proven, 1 session, closed\n",
        errorOutput: """
          DIR/1.jsonl: warning: it was recorded with schema 1: states are hashed without /filter, /notes/*/done

          """))
  }

  @Test func `a journal from before members were renamed is proven, with a report`() {
    expectEqual(
      tool(RenamedNotes.self).run("verify DIR/1.jsonl"),
      CallResult(
        code: .fine, output: "ok DIR/1.jsonl: 8 actions, 1 refused, 9 states proven, 1 session, closed\n",
        errorOutput: """
          DIR/1.jsonl: warning: it was recorded with schema 1: states are hashed with the old names of renamed \
          members: /notes/*/text → title, /notes → items

          """))
    expectEqual(tool(RenamedNotes.self).run("show DIR/1.jsonl@8:/items/1/title").output, "\"Ünïcode\"\n")
  }

  @Test func `an export whose actions are of an older schema than its states says so`() {
    let result = tool(NotesVersion3.self).run("export DIR/1.jsonl --as redux-devtools -o DIR/e.json")
    expectEqual(result.code, .fine)
    #expect(
      result.errorOutput.contains(
        "its states in the shape of schema 3; a journal that is imported from it can't be replayed"),
      "\(result)")
  }

  @Test func `explore learns today's actions from old ones`() {
    let learned = tool(NotesVersion3.self).run("explore DIR/1.jsonl DIR/2.jsonl --explain")
    expectEqual(learned.code, .fine)
    expectEqual(
      learned.output.split(separator: "\n").filter { !$0.hasPrefix("  ") },
      [
        "learned from 2 journals: 16 actions of 6 types", "create: 5 actions, then create, edit, finish",
        "edit: 2 actions, then remove", "finish: 1 action, then show", "open: 3 actions, then create",
        "remove: 4 actions, then edit, open, remove", "show: 1 action, then remove",
      ])
    let explored = tool(NotesVersion3.self).run("explore DIR/1.jsonl --runs 5 --without suspicions")
    #expect(
      explored.code == .fine && explored.output.hasPrefix("found nothing in 5 sessions of notes, "), "\(explored)")
    let unreadable = tool(UnreadableActions.self).run("explore DIR/1.jsonl --runs 5")
    expectEqual(
      unreadable,
      CallResult(
        code: .trouble, output: "",
        errorOutput: "DIR/1.jsonl: error: open can't be upgraded, and is left out: no such action\n"))
    let refusing = tool(RefusingNotesVersion3.self).run("explore DIR/1.jsonl --runs 5 --without suspicions")
    #expect(refusing.errorOutput.contains("its states can't be rebuilt, so ids weren't learned from it"), "\(refusing)")
  }

  @Test func `a changed reducer is a divergence in any schema`() {
    let result = tool(ChangedNotesVersion2.self).run("verify DIR/1.jsonl")
    expectEqual(result.code, .finding)
    expectEqual(result.output, "diverged DIR/1.jsonl: at state 1\n")
    #expect(result.errorOutput.hasPrefix("DIR/1.jsonl: warning: it was recorded with schema 1: states are hashed"))
    #expect(result.errorOutput.contains("\n  /opened: 1 → 2 (recorded → replayed)\n"))
  }

  static let reshaped = """
    DIR/1.jsonl: warning: risky: it was recorded with schema 1, and states have another shape in schema 3: replay converts them and compares them with recorded snapshots and patches, because the hashes belong to the old shape
    DIR/1.jsonl: warning: it was recorded with schema 1: actions are converted to schema 3 before they are reduced

    """

  @Test func `a report has states of another shape in today's, labelled as converted`() throws {
    let tool = tool(NotesVersion3.self)
    expectEqual(tool.run("report DIR/1.jsonl -o DIR/1.html").errorOutput.contains("another shape today"), true)
    let contents = try ReportContents(at: tool.folder.path(of: "1.html"))
    expectEqual(Set((contents.head["states"]?.array ?? []).map { $0.array?.last }), ["converted"])
    for (seq, state) in try contents.states() {
      try expectEqual(state, JSONValue(parsing: tool.run("show DIR/1.jsonl@\(seq)").output), "\(seq)")
    }
  }

  @Test func `states of another shape are not proven`() {
    expectEqual(
      tool(NotesVersion3.self).run("verify DIR/1.jsonl"),
      CallResult(
        code: .finding,
        output: "schema DIR/1.jsonl: 8 actions, 1 refused, 1 state proven, 8 reshaped, 2 snapshots compared, "
          + "1 session, closed\n",
        errorOutput: Self.reshaped + """
          DIR/1.jsonl: error: 8 states have a changed shape, so no hash proves them; 2 snapshots were \
          compared and are equal; no other state was
            Accept that with --allow-schema-changes.

          """))
  }

  @Test func `--allow-schema-changes accepts other shapes if nothing differs`() {
    let result = tool(NotesVersion3.self).run("verify DIR/1.jsonl --allow-schema-changes")
    expectEqual(result.code, .fine)
    #expect(result.output.hasPrefix("ok DIR/1.jsonl: 8 actions, 1 refused, 1 state proven, 8 reshaped, "))
    expectEqual(result.errorOutput, Self.reshaped)
  }

  @Test(arguments: ["", " --allow-schema-changes"]) func `a difference is named`(options: String) throws {
    let tool = tool(ChangedNotesVersion3.self)
    let result = tool.run("verify DIR/1.jsonl" + options)
    expectEqual(result.code, .finding)
    #expect(result.output.hasPrefix("schema DIR/1.jsonl: 8 actions"))
    #expect(
      result.errorOutput.hasSuffix(
        """
        DIR/1.jsonl:6: warning: the reducers' state 3 differs from its snapshot: /items/0/title, \
        /items/1/title
        DIR/1.jsonl: error: 8 states have a changed shape, so no hash proves them; 2 snapshots were \
        compared, and 1 place differs
          The app's schemaChanges are wrong there, or a reducer has changed since, or isn't pure.

        """))
    let document = try JSONValue(parsing: tool.run("verify DIR/1.jsonl --format json" + options).output)
    let found = try #require(document[try JSONPointer("/journals/0")])
    #expect(found["status"] == "schema" && found["closed"] == true)
    expectEqual(
      found["reshaped"],
      [
        "states": 8, "compared": 2, "differing": 1,
        "differences": [["seq": 3, "line": 6, "pointers": ["/items/0/title", "/items/1/title"]]],
      ])
  }

  @Test func `a failed schema change is distinguished from damage`() throws {
    let result = tool(UndeclaredNotesVersion3.self).run("verify DIR/1.jsonl")
    expectEqual(result.code, .trouble)
    expectEqual(result.output, "schema DIR/1.jsonl: at line 2\n")
    #expect(
      result.errorOutput.hasPrefix(
        """
        DIR/1.jsonl: warning: risky: it was recorded with schema 1, and the app declares no change to schema 2, 3
        DIR/1.jsonl:2: error: the snapshot of state 0 is not a state of this app: 
        """))
    let text = try String(contentsOfFile: tool.folder.path(of: "1.jsonl"), encoding: .utf8)
    try text.replacing("Call", with: "Tell").write(
      toFile: tool.folder.path(of: "1.jsonl"), atomically: true, encoding: .utf8)
    expectEqual(tool(UndeclaredNotesVersion3.self).run("verify DIR/1.jsonl").output, "schema DIR/1.jsonl: at line 2\n")
    expectEqual(tool(NotesVersion3.self).run("verify DIR/1.jsonl").output, "failed DIR/1.jsonl: at line 5\n")
  }

  @Test func `journals of all versions are verified side by side`() {
    let result = tool(NotesVersion3.self).run("verify DIR")
    expectEqual(result.code, .finding)
    #expect(result.output.hasSuffix("\n3 journals: 1 ok, 2 schema\n"))
    let junit = tool(NotesVersion3.self).run("verify DIR --format junit").output
    #expect(junit.contains(#"tests="3" failures="0" errors="2""#) && junit.contains(#"<error type="schema" "#))
    let annotations = tool(NotesVersion3.self).run("verify DIR --format github").output
    #expect(annotations.contains("title=reduxlog verify%3A schema"))
  }

  @Test func `states are shown and compared in the current schema`() throws {
    let tool = tool(NotesVersion3.self)
    for (seq, titles) in [(0, []), (2, ["Buy milk"]), (3, ["Buy milk", "Call Ada"])] as [(Int, [JSONValue])] {
      let state = try JSONValue(parsing: tool.run("show DIR/1.jsonl@\(seq)").output)
      expectEqual(state["items"]?.array?.map { $0["title"] }, titles.map(Optional.some), "\(seq)")
    }
    let difference = tool.run("diff DIR/1.jsonl@2 DIR/1.jsonl@3 --format json-patch")
    try expectEqual(
      JSONValue(parsing: difference.output),
      [["op": "add", "path": "/items/1", "value": ["id": 2, "title": "Call Ada", "done": false]]])
  }

  @Test func `replay warns that nothing proves the states`() throws {
    let tool = tool(NotesVersion3.self)
    let refused = tool.run("replay DIR/1.jsonl --to 3")
    #expect((refused.code, refused.output) == (.finding, ""))
    #expect(refused.errorOutput.contains("3 states have a changed shape"))
    let accepted = tool.run("replay DIR/1.jsonl --to 3 --allow-schema-changes")
    expectEqual(accepted.code, .fine)
    try expectEqual(JSONValue(parsing: accepted.output)["items"]?.array?.count, 2)
  }

  @Test func `stats reports a journal's compatibility with the app`() throws {
    let tool = tool(NotesVersion3.self)
    let text = tool.run("stats DIR/1.jsonl").output
    #expect(text.contains(/\nfit +risky\n/))
    #expect(text.contains(/\nfit\n  risky +it was recorded with schema 1, and states .*\n +fine +it was recorded/))
    let document = try JSONValue(parsing: tool.run("stats DIR/1.jsonl --format json").output)
    expectEqual(document["fit"]?["verdict"], "risky")
    expectEqual(document["fit"]?["reasons"]?.array?.map { $0["verdict"] }, ["risky", "fine"])
    #expect(!tool.run("stats DIR/3.jsonl").output.contains("fit"))
    expectEqual(tool.with(apps: []).run("stats DIR/1.jsonl").code, .fine)
  }

  @Test func `slice and rewind keep states as recorded`() {
    let tool = tool(NotesVersion3.self)
    expectEqual(tool.run("slice DIR/1.jsonl@3..8 -o DIR/held.jsonl").code, .fine)
    expectEqual(self.tool(NotesVersion1.self).run("verify DIR/held.jsonl").code, .fine)
    let refused = tool.run("slice DIR/1.jsonl@4..8 -o DIR/made.jsonl")
    expectEqual(refused.code, .trouble)
    #expect(refused.errorOutput.hasPrefix("DIR/1.jsonl: error: state 4 can't be rebuilt as recorded: "))
    expectEqual(tool.run("rewind DIR/1.jsonl --to 4").code, .fine)
    expectEqual(self.tool(NotesVersion1.self).run("verify DIR/1.jsonl").code, .fine)
    expectEqual(tool.run("verify DIR/1.jsonl --allow-schema-changes").code, .fine)
  }

  @Test func `rewinding to a session of another schema is left to the app`() {
    _ = tool(NotesVersion2.self).run("record -o DIR/1.jsonl --append", input: #"{"show":{"_0":"open"}}"# + "\n")
    let result = tool(NotesVersion2.self).run("rewind DIR/1.jsonl --to 4")
    expectEqual(result.code, .trouble)
    #expect(
      result.errorOutput.hasPrefix(
        "DIR/1.jsonl: error: state 4 was recorded with schema 1, and the last session has schema 2\n"))
    expectEqual(tool(NotesVersion2.self).run("verify DIR/1.jsonl").code, .fine)
  }

  @Test func `minimize converts the actions and states that it keeps`() {
    let tool = tool(NotesVersion3.self)
    let result = tool.run("minimize DIR/1.jsonl@6 --expect !($.items[0].id==2) -o DIR/out.jsonl")
    expectEqual(
      result.output,
      """
      minimized DIR/1.jsonl: 3 of 6 actions left, from state 0 on; payloads of 2 made smaller; converted to schema 3
         2  23:45:35.533     +0.001s  create(title: "")  /items
            smaller: /create/title 8 → 0 characters
         3  23:45:35.533     +0.001s  create(title: "")  /items
            smaller: /create/title 8 → 0 characters
         6  23:45:35.534     +0.002s  remove(1)  /items
      19 tries; without any one of them, it doesn't fail in this way
      go on with:
        reduxlog log -p DIR/out.jsonl
        reduxlog bisect DIR/out.jsonl --expect '!($.items[0].id==2)'

      """)
    expectEqual(
      tool.run("verify DIR/out.jsonl").output, "ok DIR/out.jsonl: 3 actions, 4 states proven, 1 session, closed\n")
    expectEqual(tool.run("show DIR/out.jsonl@2:/items/1/id").output, "2\n")
  }

  /// Records a session of the first version.
  private func record(_ name: String, _ options: RecorderOptions, _ actions: [NotesVersion1.Action]) throws {
    let recorder = try Recorder(
      path: tool.folder.path(of: name), app: AppIdentity(NotesVersion1.self), options: options)
    var state = NotesVersion1.initialState
    recorder.start(state)
    let reduce: (inout NotesVersion1.State, NotesVersion1.Action) throws -> Void =
      recorder.recording(NotesVersion1.reduce)
    for action in actions { try reduce(&state, action) }
    recorder.close()
  }

  @Test func `what an older schema redacted stays redacted where it is now`() throws {
    let rules = RedactionRules(redacting: ["/add/text", "/notes/*/text"])
    try record("s.jsonl", RecorderOptions(rules: rules), [.add(text: "Call Ada"), .open, .add(text: "Buy milk")])
    for app in [RenamedNotes.self, NotesVersion3.self] as [any ReplayableApp.Type] {
      let result = tool(app).run("minimize DIR/s.jsonl --expect !($.items[0].id==1) -o DIR/out.jsonl --force")
      expectEqual(result.code, .fine, "\(result)")
      let small = try JournalFile(path: tool.folder.path(of: "out.jsonl"))
      let first = try #require(small.entry(settingSeq: 1)?.record)
      guard case .action(let action) = first else { throw CocoaError(.fileReadUnknown) }
      expectEqual(action.redacted, app == NotesVersion3.self ? ["/create/title"] : ["/add/text"])
      expectEqual(tool.folder.contents(of: "out.jsonl")?.contains("Call Ada"), false)
      if app == RenamedNotes.self {
        expectEqual(small.header.rules.redacted, ["/add/text", "/items/*/title"])
        expectEqual(result.errorOutput, "")
      } else {
        // A closure converts its states.
        #expect(
          result.errorOutput.contains(
            "DIR/out.jsonl: warning: the redaction rules for /add/text, /notes/*/text may lead to other values in schema 3"
          ),
          "\(result)")
      }
      expectEqual(tool(app).run("verify DIR/out.jsonl").code, .fine)
    }
  }

  @Test func `volatile places of an older schema are followed`() throws {
    try record("v.jsonl", RecorderOptions(volatile: ["/notes/*/text"]), [.add(text: "A"), .add(text: "B")])
    let result = tool(RenamedNotes.self).run("minimize DIR/v.jsonl --expect !($.items[1].id==2) -o DIR/out.jsonl")
    expectEqual(result.code, .fine, "\(result)")
    expectEqual(try JournalFile(path: tool.folder.path(of: "out.jsonl")).header.rules.volatile, ["/items/*/title"])
    expectEqual(tool(RenamedNotes.self).run("verify DIR/out.jsonl").code, .fine)
  }

  @Test func `minimize needs no action that comes before a snapshot`() {
    let result = tool(UneditableNotes.self).run("minimize DIR/1.jsonl --expect !($.items[1].id==3) -o DIR/out.jsonl")
    #expect(result.output.hasPrefix("minimized DIR/1.jsonl: 1 of 2 actions left, from state 6 on"), "\(result)")
  }

  @Test func `index and bake refuse states of another schema`() {
    for command in ["index DIR/1.jsonl -o DIR/out.jsonl", "redact DIR/1.jsonl -o DIR/out.jsonl"] {
      let result = tool(NotesVersion3.self).run(command)
      expectEqual(result.code, .trouble, "\(command)")
      #expect(result.errorOutput.contains("it was recorded with schema 1, and the app has schema 3"), "\(command)")
      #expect(!FileManager.default.fileExists(atPath: tool.folder.path(of: "out.jsonl")))
    }
  }
}
