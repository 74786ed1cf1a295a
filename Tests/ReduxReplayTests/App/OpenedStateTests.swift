import Expectations
import ReduxJournal
import ReduxRecorder
import StateTree
import TestSupport
import Testing

@testable import ReduxReplay

/// A recorded state with which a debug build begins.
struct OpenedStateTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "at@home.jsonl")
    let recorder = try Recorder(path: path, app: AppIdentity(name: LedgerApp.name))
    let reduce = recorder.recording(LedgerApp.reduce)
    var ledger = Ledger()
    for amount in 1...3 {
      try reduce(&ledger, .add(amount))
      if amount == 2 { recorder.mark("two") }
    }
    recorder.close()
  }

  private func total(_ revision: String) throws -> Int {
    try LedgerApp.openedState(path + revision, restoring: nil).total
  }

  @Test(arguments: [("", 6), ("@0", 0), ("@1", 1), ("@-1", 6), ("@-2", 3), ("@-4", 0), ("@two", 3)])
  func `a seq, a position from the end, and a mark name a state`(revision: String, expected: Int) throws {
    try expectEqual(total(revision), expected)
  }

  @Test(arguments: [
    ("@4", "the journal has the states 0 to 3"), ("@-5", "the journal has the states 0 to 3"),
    ("@99999999999999999999", Self.unknown("99999999999999999999")), ("@", Self.unknown("")),
    ("@:/add", Self.unknown(":/add")),
  ])
  func `another state doesn't exist`(revision: String, reason: String) {
    let error = #expect(throws: OpeningError.self) { try total(revision) }
    expectEqual(error?.description, "REDUXLOG_OPEN=\(path)\(revision): \(reason)")
  }

  private static func unknown(_ name: String) -> String {
    "no mark is named '\(name)'; expected a seq such as 120, -1 for the last state, or the name of a mark. "
      + "'reduxlog log' lists both"
  }

  @Test func `a missing file, and one that isn't a journal, are errors`() throws {
    #expect(throws: OpeningError(text: "gone@1", reason: "no such file; expected the path of a journal, and @REV")) {
      try LedgerApp.openedState("gone@1", restoring: nil)
    }
    folder.create("notes.txt", "notes")
    #expect(throws: JournalError.self) {
      try LedgerApp.openedState(folder.path(of: "notes.txt"), restoring: nil)
    }
  }

  /// The ledger after a change.
  private enum ChangedLedgerApp: ReplayableApp {
    static let name = LedgerApp.name
    static var initialState: Ledger { Ledger() }

    static func reduce(_ state: inout Ledger, _ action: LedgerAction) throws {
      try LedgerApp.reduce(&state, action)
      state.total += 1
    }
  }

  @Test func `a state is proven against its hash`() throws {
    let error = #expect(throws: ReplayError.self) { try ChangedLedgerApp.openedState(path + "@2", restoring: nil) }
    expectEqual(error?.isOfDivergence, true)
  }

  /// An app with a secret.
  private enum SafeApp: ReplayableApp {
    struct State: Codable { var password = "" }
    enum Action: Codable { case set(password: String) }
    static let name = "safe"
    static var initialState: State { State() }

    static func reduce(_ state: inout State, _ action: Action) {
      if case .set(let password) = action { state.password = password }
    }
  }

  @Test func `an app begins with stand-ins for secrets only if it restores them`() throws {
    let path = folder.path(of: "safe.jsonl")
    let recorder = try Recorder(path: path, app: AppIdentity(name: SafeApp.name))
    let reduce = recorder.recording(SafeApp.reduce)
    var state = SafeApp.initialState
    reduce(&state, .set(password: "hunter2"))
    recorder.close()
    #expect(throws: ReplayError.self) { try SafeApp.openedState(path, restoring: nil) }
    let opened = try SafeApp.openedState(path) { $0.password = "from the keychain" }
    expectEqual(opened.password, "from the keychain")
  }
}
