import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import StateCoding
import StateTree
import Tasks
import TestSupport
import Testing

/// Every outcome of `verify`, through the executable with its child process, and in this process.
struct VerificationOutcomeTests {
  private let folder: TemporaryFolder
  private let executable: Executable

  init() throws {
    folder = try TemporaryFolder()
    executable = try Executable(tool: "samples", in: folder.path)
  }

  /// A journal to verify.
  enum Case: String, CaseIterable {
    case ok, intact, authentic, diverged, refusedOtherwise, divergedInSegment, keptGoing, excused, undecided, unproven
    case unprovenInSegment, patched, reshaped, acceptedShape, undecodable, failed, damagedSegment, noReducer
    case consistentPatches, inconsistentPatches, otherKey, unhashed, redacted, acceptedRedaction, besideSecret,
      interrupted
    case torn, missingFile
  }

  /// The status of each case, its options, and members that its document must have.
  private static func expected(_ testCase: Case) -> (status: String, options: String, members: [String]) {
    switch testCase {
    case .ok: ("ok", "", ["rewinds", "proven", "warnings", "last-seq", "closed"])
    case .intact: ("intact", "", ["key", "authentic", "message"])
    case .authentic: ("ok", "--key-file DIR/key", ["key", "authentic"])
    case .diverged, .refusedOtherwise: ("diverged", "", ["divergence"])
    case .divergedInSegment: ("diverged", "", ["divergence", "segment"])
    case .keptGoing: ("diverged", "--keep-going", ["divergence", "divergences"])
    case .excused: ("ok", "--ignore /n", ["divergences"])
    case .undecided: ("unproven", "--ignore /cart/a", ["divergences", "warnings"])
    case .unproven, .unprovenInSegment: ("unproven", "", ["unproven"])
    case .patched: ("ok", "", ["patched"])
    case .reshaped: ("schema", "", ["reshaped", "message"])
    case .acceptedShape: ("ok", "--allow-schema-changes", ["reshaped"])
    case .undecodable: ("schema", "", ["message", "line"])
    case .failed: ("failed", "", ["message", "line"])
    case .damagedSegment: ("failed", "", ["message", "line", "segment"])
    case .noReducer: ("no-reducer", "", ["message", "line"])
    case .consistentPatches: ("no-reducer", "", ["message"])
    case .inconsistentPatches: ("failed", "", ["message", "line"])
    case .otherKey: ("failed", "--key-file DIR/other", ["message"])
    case .unhashed: ("ok", "", ["unhashed", "unsettled"])
    case .redacted: ("diverged", "", ["divergence"])
    case .acceptedRedaction: ("ok", "--allow-redacted", ["divergences", "warnings"])
    case .besideSecret: ("diverged", "--allow-redacted --keep-going", ["divergence", "divergences"])
    case .interrupted, .torn: ("ok", "", ["warnings"])
    case .missingFile: ("failed", "", ["message"])
    }
  }

  /// The formats to try: all of them in a soak, otherwise the document and another one, by turns.
  private static func formats(_ testCase: Case, jobs: String) -> [String] {
    let others = ["human", "junit", "github"]
    if Soak.isOn { return ["json"] + others }
    let index = Case.allCases.firstIndex(of: testCase) ?? 0
    return ["json", others[index % others.count]]
  }

  /// Takes seconds: it starts the tool some 60 times.
  @Test(arguments: Soak.pairs(Case.allCases, ["", " --jobs 2"]))
  func `is the same through the executable and in process`(testCase: Case, jobs: String) async throws {
    try await onOwnThread {
      try record(testCase)
      let (status, options, members) = Self.expected(testCase)
      for format in Self.formats(testCase, jobs: jobs) {
        let line = "verify \(folder.path(of: "j")) \(options)\(jobs) --format \(format)"
          .replacing("DIR", with: folder.path)
        let output = BufferSink()
        let errorOutput = BufferSink()
        let code = InspectorTool.run(
          line.split(separator: " ").map(String.init), apps: [TasksApp.self], output: output, errorOutput: errorOutput,
          input: InputSource.buffer(), environment: [:])
        let result = try executable.run(line)
        expectEqual(
          result, Executable.Result(status: code.rawValue, output: output.text, errorOutput: errorOutput.text))
        guard format == "json" else { continue }
        let document = try JSONValue(parsing: output.text)
        let journal = try #require(document.object?["journals"]?.array?.first?.object)
        expectEqual(journal["status"], .string(status))
        for member in members { #expect(journal[member] != nil, "\(member)") }
      }
    }
  }

  // MARK: Journals

  private var path: String { folder.path(of: "j") }

  private func record(_ testCase: Case) throws {
    switch testCase {
    case .ok: try SampleJournal.session(path).close()
    case .intact, .authentic, .otherKey: try recordKeyed()
    case .diverged: try recordTwo(hash: [1: "x"], changed: [1: "/n"])
    case .refusedOtherwise:
      let journal = try SampleJournal(path)
      try write(#"{"merge":{"n":1}}"#, refusal: "it was refused", to: journal)
    case .divergedInSegment:
      let journal = try SampleJournal(path)
      try journal.act(#"{"merge":{"n":1}}"#, at: 1)
      try write(#"{"merge":{"n":2}}"#, hash: "x", to: journal)
      try journal.segment(at: 3)
      try journal.close()
    case .keptGoing: try recordTwo(hash: [1: "x", 2: "y"], changed: [1: "/n", 2: "/n"])
    case .excused:
      let journal = try SampleJournal(path, states: "patches")
      try journal.writer.beginAction(
        ActionHead(at: 1, type: "merge", action: Array(#"{"merge":{"n":1}}"#.utf8)))
      let patch = Array(#"[{"op":"replace","path":"/n","value":9}]"#.utf8)
      try journal.writer.finishAction(ActionOutcome(hash: (["n": 9] as JSONValue).stateHash, patch: patch))
      try journal.close()
    case .undecided:
      let journal = try SampleJournal(path, initial: ["cart": ["a": 0, "b": 0]])
      try write(#"{"merge":{"cart":{"a":1}}}"#, hash: "x", changed: "/cart", to: journal)
      try journal.close()
    case .unproven: try recordOpaque().close()
    case .unprovenInSegment:
      let journal = try recordOpaque()
      try journal.segment(at: 5)
      try journal.close()
    case .patched:
      let journal = try SampleJournal(path, states: "patches")
      try journal.cut(#"{"merge":{"n":2}}"#, at: 2, patch: #"[{"op":"replace","path":"/n","value":2}]"#)
      try journal.close()
    case .reshaped, .acceptedShape: try recordOldTasks()
    case .undecodable: try SampleJournal(path, app: AppIdentity(name: "tasks", schema: 1)).close()
    case .failed:
      try SampleJournal.session(path).close()
      try replace(#""n":1"#, by: #""n":7"#, in: "j")
    case .damagedSegment:
      let journal = try SampleJournal(path)
      try journal.act(#"{"merge":{"n":1}}"#, at: 1)
      try journal.segment(at: 2)
      try journal.close()
      let first = try #require(try folder.names().first { $0 != "j" })
      try replace(#""n":1"#, by: #""n":7"#, in: first)
    case .noReducer: try SampleJournal(path, app: AppIdentity(name: "unknown")).close()
    case .consistentPatches, .inconsistentPatches:
      let value = testCase == .consistentPatches ? 1 : 2
      let journal = try SampleJournal(path, app: AppIdentity(name: "unknown"), states: "patches")
      try journal.act(
        #"{"merge":{"n":1}}"#, at: 1, patch: #"[{"op":"replace","path":"/n","value":\#(value)}]"#)
      try journal.close()
    case .unhashed: try recordUnhashed()
    case .redacted, .acceptedRedaction: try recordRedacted()
    case .besideSecret:
      // An action that has nothing to do with the password led to another value.
      try record(
        [#"{"merge":{"password":"zQ7xK9"}}"#, #"{"merge":{"n":2}}"#], hashing: .everyAction,
        rules: RecorderOptions().rules, recordingLast: #"{"merge":{"n":1}}"#)
    case .interrupted:
      // The next session completes the action as interrupted.
      do { _ = try SampleJournal.crashed(path) }
      let state = try JSONValue(parsing: #"{"n":2}"#)
      let next = try SampleJournal(path, initial: state)
      try next.writer.writeSnapshot(at: 0, state: Array(state.compact.utf8), hash: state.stateHash, setsState: true)
      try next.close()
    case .torn: _ = try SampleJournal.crashed(path)
    case .missingFile: break
    }
  }

  /// Records an action with a hash that its state doesn't have.
  private func write(
    _ json: String, hash: String? = nil, changed: String? = nil, refusal: String? = nil, to journal: SampleJournal
  ) throws {
    try journal.writer.beginAction(ActionHead(at: 2, type: "merge", action: Array(json.utf8)))
    let state = hash.map { JSONValue.string($0) } ?? ["n": 0]
    try journal.writer.finishAction(
      ActionOutcome(
        hash: state.stateHash, error: refusal,
        changed: changed.map { [ChangedMember(pointer: $0, short: "01234567")] } ?? [],
        reducerMicroseconds: 7))
  }

  /// Records two merges, some of them with other hashes than their states have.
  private func recordTwo(hash: [Int: String], changed: [Int: String]) throws {
    let journal = try SampleJournal(path, initial: ["n": 0, "cart": ["a": 0, "b": 0]])
    for seq in 1...2 {
      try write(
        #"{"merge":{"n":\#(seq),"cart":{"a":\#(seq)}}}"#, hash: hash[seq] ?? "z", changed: changed[seq], to: journal)
    }
    try journal.close()
  }

  private func recordOpaque() throws -> SampleJournal {
    let journal = try SampleJournal(path)
    try journal.act(#"{"merge":{"n":1}}"#, at: 1)
    try journal.cut(#"{"merge":{"n":2}}"#, at: 2)
    try journal.act(#"{"merge":{"n":3}}"#, at: 3)
    try journal.snapshot(at: 3)
    try journal.act(#"{"merge":{"n":4}}"#, at: 4)
    return journal
  }

  private func recordKeyed() throws {
    folder.create("key", KeyedJournals.digits + "\n")
    folder.create("other", String(KeyedJournals.digits.reversed()) + "\n")
    _ = try executable.shell(
      #"chmod 600 key other; echo '{"merge":{"n":1}}' | "$REDUXLOG" record -o j --key-file key"#)
  }

  /// Records with the app's own reducers. The last action's record can be that of another action.
  private func record(
    _ actions: [String], hashing: HashPolicy, rules: RedactionRules, recordingLast other: String? = nil
  ) throws {
    let recorder = try Recorder(
      path: path, app: AppIdentity(name: JSONApp.name),
      options: RecorderOptions(hashing: hashing, rules: rules, snapshotBudget: .seconds(1000)))
    var state = JSONValue.object(JSONObject())
    recorder.start(state)
    for (index, json) in actions.enumerated() {
      let action = try StateDecoder().decode(JSONAction.self, from: JSONDocument(Array(json.utf8)).root)
      var recorded = action
      if let other, index == actions.count - 1 {
        recorded = try StateDecoder().decode(JSONAction.self, from: JSONDocument(Array(other.utf8)).root)
      }
      let begun = recorder.begin(recorded, in: state)
      try JSONApp.reduce(&state, action)
      recorder.finish(begun, in: state)
    }
    recorder.close()
  }

  private func recordUnhashed() throws {
    try record((1...8).map { #"{"merge":{"n":\#($0)}}"# }, hashing: .every(3), rules: .off)
  }

  /// Records a state that depends on a secret, and one after it.
  private func recordRedacted() throws {
    try record(
      [
        #"{"merge":{"password":"zQ7xK9"}}"#, #"{"patch":[{"op":"copy","from":"/password","path":"/copy"}]}"#,
        #"{"merge":{"n":1}}"#,
      ], hashing: .everyAction, rules: RecorderOptions().rules)
  }

  /// Records an app whose schema has changed since.
  private func recordOldTasks() throws {
    let recorder = try Recorder(path: path, app: AppIdentity(name: TasksApp.name, schema: 1))
    var state = TasksApp.initialState
    recorder.start(state)
    for json in [
      #"{"tasks":{"_0":{"add":{"id":"milk","title":"Milk"}}}}"#, #"{"calendar":{"_0":{"turn":{"weeks":1}}}}"#,
    ] {
      let action = try StateDecoder().decode(AppAction.self, from: JSONDocument(Array(json.utf8)).root)
      let begun = recorder.begin(action, in: state)
      TasksApp.reduce(&state, action)
      recorder.finish(begun, in: state)
    }
    recorder.close()
  }

  private func replace(_ text: String, by other: String, in name: String) throws {
    let contents = try #require(folder.contents(of: name))
    #expect(contents.contains(text))
    try OutputFile.write(
      Array(contents.replacing(text, with: other, maxReplacements: 1).utf8), to: folder.path(of: name), force: true)
  }
}
