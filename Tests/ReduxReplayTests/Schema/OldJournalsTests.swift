import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import StateCoding
import StateTree
import TestSupport
import Testing
import VersionedNotes

@testable import ReduxReplay

/// Replays journals of three schema versions with apps of other versions.
struct OldJournalsTests {
  private func path(_ version: Int) -> String { Repository.path("Tests/OldJournals/notes-\(version).jsonl") }

  @Test func `the app that recorded a journal proves it`() throws {
    try expectEqual(Replayer<NotesVersion1>(path: path(1)).verify().proven, 9)
    try expectEqual(Replayer<NotesVersion2>(path: path(2)).verify().proven, 9)
    try expectEqual(Replayer<NotesVersion3>(path: path(3)).verify().proven, 9)
  }

  // MARK: Added members

  @Test(arguments: [1, 3]) func `proves every state without added members`(jobs: Int) throws {
    let replayer = try Replayer<NotesVersion2>(path: path(1))
    let report = try replayer.verify(jobs: jobs)
    #expect((report.proven, report.refused, report.reshaped, report.compared) == (9, 1, 0, 0))
    expectEqual(report.divergence, nil)
    #expect(!report.startsElsewhere)
    let third = try replayer.state(at: 3)
    expectEqual(third.notes.map(\.text), ["Buy milk", "Call Ada"])
    #expect((third.opened, third.filter, third.notes.map(\.done)) == (1, "all", [false, false]))
    try expectEqual(replayer.state(at: 8).notes.map(\.text), ["Call Ada at 5", "Ünïcode"])
  }

  @Test func `a changed reducer still diverges`() throws {
    let report = try Replayer<ChangedNotesVersion2>(path: path(1)).verify()
    expectEqual(report.divergence?.seq, 1)
    expectEqual(report.divergence?.members.map(\.pointer), ["/opened"])
  }

  // MARK: Restored states

  @Test(arguments: [1, 3]) func `proves every state under the old names of renamed members`(jobs: Int) throws {
    let replayer = try Replayer<RenamedNotes>(path: path(1))
    let report = try replayer.verify(jobs: jobs)
    #expect((report.proven, report.refused, report.reshaped, report.compared) == (9, 1, 0, 0))
    #expect(report.divergence == nil && !report.startsElsewhere)
    try expectEqual(replayer.state(at: 8).items.map(\.title), ["Call Ada at 5", "Ünïcode"])
    try expectEqual(
      replayer.compatibility().reasons,
      [.renamedMembers(recorded: 1, members: ["/notes/*/text → title", "/notes → items"])])
  }

  @Test func `names a divergence in the app's own names`() throws {
    let report = try Replayer<ChangedRenamedNotes>(path: path(1)).verify()
    expectEqual(report.divergence?.seq, 2)
    expectEqual(report.divergence?.members.map(\.pointer).allSatisfy { $0.hasPrefix("/items") }, true)
    let all = try Replayer<ChangedRenamedNotes>(path: path(1)).replay(
      jobs: 1, search: DivergenceSearch(keepingGoing: true)
    ).report
    #expect(all.divergences.locations.compactMap(\.pointer).allSatisfy { $0.hasPrefix("/items") })
    #expect(all.divergences.actions > 0)
  }

  @Test func `proves every state that a closure converts back`() throws {
    let report = try Replayer<ConvertedNotes>(path: path(1)).verify()
    #expect((report.proven, report.reshaped, report.compared) == (9, 0, 0))
    expectEqual(report.divergence, nil)
    try expectEqual(Replayer<ConvertedNotes>(path: path(1)).compatibility().verdict, .fine)
  }

  // MARK: Patches

  /// Records the first version, with an action that can't be replayed if asked.
  private func recorded(
    _ file: TemporaryFile, states: RecordedStates = .patches, unreplayable: Bool = false
  ) throws {
    struct Clear: Encodable {}
    let recorder = try Recorder(
      path: file.path, app: AppIdentity(NotesVersion1.self), options: RecorderOptions(states: states, rules: .off))
    var state = NotesVersion1.initialState
    recorder.start(state)
    let reduce: (inout NotesVersion1.State, NotesVersion1.Action) throws -> Void = recorder.recording(
      NotesVersion1.reduce)
    for action in [.add(text: "a"), .open, .add(text: "b"), .edit(id: 9, text: "c"), .edit(id: 2, text: "d")]
      as [NotesVersion1.Action]
    {
      try? reduce(&state, action)
    }
    if unreplayable {
      let ticket = recorder.begin(Clear(), in: state)
      state.notes.removeFirst()
      recorder.finish(ticket, in: state)
    }
    try reduce(&state, .add(text: "e"))
    recorder.close()
  }

  @Test(arguments: [false, true]) func `patches prove states of every shape`(unreplayable: Bool) throws {
    let file = try TemporaryFile()
    try recorded(file, unreplayable: unreplayable)
    let count = unreplayable ? 8 : 7
    let patched = unreplayable ? 1 : 0
    func check<App: ReplayableApp>(_: App.Type) throws {
      let report = try Replayer<App>(path: file.path).verify(jobs: 2)
      #expect(
        (report.proven, report.patched, report.refused, report.reshaped, report.compared, report.differing)
          == (count, patched, 1, 0, 0, 0), "\(App.self)")
      #expect(report.divergence == nil && report.unproven.isEmpty)
    }
    try check(NotesVersion1.self)
    try check(NotesVersion2.self)
    try check(RenamedNotes.self)
    try check(ConvertedNotes.self)
    // Its conversion can't be undone: each patch gives the recorded state, which is converted.
    try check(NotesVersion3.self)
  }

  @Test func `patches show every state that differs`() throws {
    let file = try TemporaryFile()
    try recorded(file)
    let report = try Replayer<ChangedNotesVersion3>(path: file.path).verify()
    #expect((report.proven, report.reshaped, report.differing) == (4, 3, 3))
    expectEqual(report.schemaDifferences.map(\.seq), [1, 3, 6])
  }

  @Test func `patches prove states after a rewind`() throws {
    let file = try TemporaryFile()
    try recorded(file)
    let recorder = try Recorder(
      path: file.path, app: AppIdentity(NotesVersion1.self), options: RecorderOptions(states: .patches, rules: .off))
    var state = try Replayer<NotesVersion1>(path: file.path).state(at: 1)
    recorder.start(NotesVersion1.initialState)
    _ = try recorder.recordRewind(to: 1, state: state)
    let reduce: (inout NotesVersion1.State, NotesVersion1.Action) throws -> Void = recorder.recording(
      NotesVersion1.reduce)
    try reduce(&state, .open)
    recorder.close()
    let report = try Replayer<NotesVersion3>(path: file.path).verify()
    #expect((report.reshaped, report.differing, report.unproven.count) == (0, 0, 0))
  }

  // MARK: Reshaped states

  @Test(arguments: [1, 2]) func `compares snapshots of reshaped states`(version: Int) throws {
    let replayer = try Replayer<NotesVersion3>(path: path(version))
    let report = try replayer.verify(jobs: 2)
    expectEqual(report.divergence, nil)
    // Only the first state's hash proves anything: its text has the hash.
    #expect((report.proven, report.reshaped, report.compared, report.differing) == (1, 8, 2, 0))
    #expect((report.refused, report.schemaDifferences) == (1, []))
    #expect(!report.startsElsewhere)
  }

  @Test func `upgrades reshaped states to the app's schema`() throws {
    let replayer = try Replayer<NotesVersion3>(path: path(1))
    try expectEqual(replayer.state(at: 0), NotesVersion3.initialState)
    try expectEqual(replayer.state(at: 3).items.map(\.title), ["Buy milk", "Call Ada"])
    try expectEqual(replayer.state(at: 8).items.map(\.title), ["Call Ada at 5", "Ünïcode"])
    try expectEqual(
      replayer.state(at: 8, with: ActionEdits(skipping: [4...4])).items.map(\.title), ["Call Ada", "Ünïcode"])
    let (state, report) = try replayer.replay(to: 8, fromSnapshot: true)
    expectEqual(state?.items.map(\.title), ["Call Ada at 5", "Ünïcode"])
    expectEqual(report.reshaped, 2)
    var cursor = StateCursor(replayer)
    try expectEqual((0...8).map { try cursor.state(at: $0)["items"]?.array?.count }, [0, 0, 1, 2, 2, 2, 1, 1, 2])
    let finished = try Replayer<NotesVersion3>(path: path(2)).state(at: 4)
    expectEqual(finished.items.map(\.done), [true, false])
  }

  @Test func `reports a difference with its place, and no divergence`() throws {
    let report = try Replayer<ChangedNotesVersion3>(path: path(1)).verify()
    expectEqual(report.divergence, nil)
    #expect((report.reshaped, report.compared, report.differing) == (8, 2, 1))
    // After the difference, the replay continues from the snapshot.
    expectEqual(
      report.schemaDifferences,
      [
        SchemaDifference(seq: 3, line: 6, kind: .state(pointers: ["/items/0/title", "/items/1/title"]))
      ])
    expectEqual(
      report.schemaDifferences.first?.description,
      "the reducers' state 3 differs from its snapshot: /items/0/title, /items/1/title")
  }

  @Test func `proves a snapshot of an older shape with its own hash`() throws {
    let file = try TemporaryFile()
    var lines = try String(contentsOfFile: path(1), encoding: .utf8).split(separator: "\n").map(String.init)
    lines[5].replace("Buy milk", with: "Buy silk")
    try file.writeResealed(lines)
    let replayer = try Replayer<NotesVersion3>(path: file.path)
    for body in [{ _ = try replayer.verify() }, { _ = try replayer.state(at: 4) }] {
      let error = #expect(throws: ReplayError.self, performing: body)
      guard case .wrongSnapshot(_, _)? = error?.problem else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect((error?.line, error?.seq) == (6, 3))
    }
  }

  // MARK: Impossible upgrades

  @Test func `refuses a reshaped state without a declared change`() throws {
    let error = #expect(throws: ReplayError.self) { try Replayer<UndeclaredNotesVersion3>(path: path(1)).verify() }
    guard case .undecodableState(let reason)? = error?.problem else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("items"))
  }

  @Test func `reports a change that refuses a state`() throws {
    let error = #expect(throws: ReplayError.self) { try Replayer<RefusingNotesVersion3>(path: path(1)).verify() }
    expectEqual(error?.problem, .undecodableState(reason: "NoNotes()"))
  }

  @Test func `refuses to copy states of an older schema`() throws {
    let replayer = try Replayer<NotesVersion2>(path: path(1))
    let error = #expect(throws: ReplayError.self) {
      try replayer.index(every: 1, onStep: { _ in }, write: { _ in })
    }
    expectEqual(error?.problem, .olderSchema(recorded: 1, app: 2))
    let target = try TemporaryFile()
    let writer = try JournalWriter.open(path: target.path)
    #expect(
      #expect(throws: ReplayError.self) { try replayer.redact(by: .usual, to: writer, onStep: { _ in }) }?.problem
        == .olderSchema(recorded: 1, app: 2))
  }

  // MARK: Several versions in one journal

  @Test func `replays sessions of three schemas in one journal`() throws {
    let file = try TemporaryFile()
    func session<App: ReplayableApp>(
      _: App.Type, rewindTo seq: Int? = nil, from state: App.State? = nil, _ actions: [App.Action]
    ) throws {
      let recorder = try Recorder(path: file.path, app: AppIdentity(name: App.name, schema: App.schema))
      var state = state ?? App.initialState
      recorder.start(state)
      if let seq {
        state = try Replayer<App>(path: file.path).state(at: seq)
        _ = try recorder.recordRewind(to: seq, state: state)
      }
      let reduce: (inout App.State, App.Action) throws -> Void = recorder.recording(App.reduce)
      for action in actions { try reduce(&state, action) }
      recorder.close()
    }
    try session(NotesVersion1.self, [.add(text: "A"), .open, .add(text: "B")])  // 0...3
    try session(NotesVersion2.self, [.add(text: "C"), .finish(1)])  // 4...6
    try session(NotesVersion2.self, rewindTo: 1, [.finish(1)])  // 7, 8 is 1 again, 9
    try session(NotesVersion3.self, rewindTo: 9, [.create(title: "D")])  // 10, 11 is 9 again, 12
    let second = try Replayer<NotesVersion2>(file: JournalFile(path: file.path))
    try expectEqual(second.state(at: 9).notes.map(\.text), ["A"])
    try expectEqual(second.state(at: 9).notes.map(\.done), [true])

    let third = try Replayer<NotesVersion3>(path: file.path)
    let report = try third.verify()
    #expect((report.divergence == nil, report.differing, report.reshaped, report.lastSeq) == (true, 0, 6, 12))
    try expectEqual(third.state(at: 12).items.map(\.title), ["A", "D"])
    try expectEqual(third.state(at: 12).items.map(\.done), [true, false])
    try expectEqual(third.state(at: 3).items.map(\.title), ["A", "B"])
    try expectEqual(
      third.compatibility().reasons,
      [
        .reshapedStates(recorded: 1, app: 3), .changedActions(recorded: 1, app: 3),
        .reshapedStates(recorded: 2, app: 3), .changedActions(recorded: 2, app: 3),
      ])
  }

  // MARK: Compatibility

  @Test func `rates a journal as fine, risky or impossible, with reasons`() throws {
    func compatibility<App: ReplayableApp>(_: App.Type, _ version: Int) throws -> SchemaCompatibility {
      try Replayer<App>(path: path(version)).compatibility()
    }
    for version in 1...3 {
      let found = try [
        compatibility(NotesVersion1.self, 1), compatibility(NotesVersion2.self, 2),
        compatibility(NotesVersion3.self, 3),
      ][version - 1]
      #expect((found.verdict, found.reasons) == (.fine, []))
    }
    try expectEqual(
      compatibility(NotesVersion2.self, 1).reasons,
      [.addedMembers(recorded: 1, pointers: ["/filter", "/notes/*/done"])])
    try expectEqual(compatibility(NotesVersion2.self, 1).verdict, .fine)
    try expectEqual(
      compatibility(NotesVersion3.self, 2).reasons,
      [.reshapedStates(recorded: 2, app: 3), .changedActions(recorded: 2, app: 3)])
    try expectEqual(compatibility(NotesVersion3.self, 2).verdict, .risky)
    let undeclared = try compatibility(UndeclaredNotesVersion3.self, 1)
    expectEqual(undeclared.verdict, .impossible)
    expectEqual(undeclared.reasons.first, .undeclaredChanges(recorded: 1, missing: [2, 3]))
    guard undeclared.reasons.count == 2, case .undecodableState(seq: 0, _) = undeclared.reasons[1] else {
      Issue.record("\(undeclared.reasons)")
      return
    }
    // The older app ignores members that it doesn't know.
    try expectEqual(compatibility(NotesVersion1.self, 2), SchemaCompatibility([.newerSchema(recorded: 2, app: 1)]))
    try expectEqual(compatibility(NotesVersion1.self, 3).verdict, .impossible)
    try expectEqual(compatibility(LedgerApp.self, 1).reasons.first, .otherApp(recorded: "notes", app: "ledger"))
  }

  @Test func `rates journals of names and of shapes`() throws {
    for (detail, verdict) in [(RecordingDetail.names, SchemaCompatibility.Verdict.impossible), (.shape, .risky)] {
      let file = try TemporaryFile()
      let recorder = try Recorder(
        path: file.path, app: AppIdentity(name: "notes", schema: 1), options: RecorderOptions(detail: detail))
      recorder.start(NotesVersion1.initialState)
      recorder.close()
      let compatibility = try Replayer<NotesVersion1>(path: file.path).compatibility()
      expectEqual(compatibility, SchemaCompatibility([.withoutValues(detail: detail.rawValue)]))
      expectEqual(compatibility.verdict, verdict)
    }
  }
}
