import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxRecorder
import StateCoding
import StateTree
import Synchronization
import SystemSupport

/// The journal that `record` writes. It opens with the first valid action, and is always closed.
package final class RecordingJournal {
  let path: String
  private let app: AppIdentity
  private let startsFromGivenState: Bool
  private let replaces: Bool
  private let options: JournalReader.Options
  /// The rules under which the journal is recorded.
  let rules: RedactionRules
  private let volatile: [RedactionRules.Pointer]
  private let identity: [RedactionRules.Pointer]
  private let recordsInputs: Bool
  private let states: RecordedStates
  /// The writer that holds the lock of an existing journal until the first action.
  private let waiting: Mutex<JournalWriter?>
  private var recorder: Recorder?
  private let failures = FailureBox()
  /// Whether the journal could not be written.
  private(set) var hasFailed = false
  /// The temporary name of the journal that this one replaces, until it holds a state.
  private var replaced: String?
  /// Whether this recording created the file.
  private var isNew = false

  /// Creates a journal whose file appears with the first record.
  init(
    creating path: String, app: AppIdentity, states: RecordedStates, rules: RedactionRules,
    volatile: [RedactionRules.Pointer], identity: [RedactionRules.Pointer], recordsInputs: Bool,
    options: JournalReader.Options,
    startsFromGivenState: Bool, replacing replaces: Bool
  ) throws(CommandFailure) {
    self.path = path
    self.startsFromGivenState = startsFromGivenState
    self.states = states
    self.rules = rules
    self.volatile = volatile
    self.identity = identity
    self.recordsInputs = recordsInputs
    self.app = app
    self.replaces = replaces
    self.options = options
    waiting = Mutex(nil)
    try checkPlace()
  }

  /// Continues an existing, locked journal.
  init(
    continuing path: String, app: AppIdentity, states: RecordedStates, rules: RedactionRules,
    volatile: [RedactionRules.Pointer], identity: [RedactionRules.Pointer], recordsInputs: Bool,
    writer: sending JournalWriter,
    options: JournalReader.Options
  ) {
    self.path = path
    startsFromGivenState = false
    self.states = states
    self.rules = rules
    self.volatile = volatile
    self.identity = identity
    self.recordsInputs = recordsInputs
    self.app = app
    replaces = false
    self.options = options
    waiting = Mutex(writer)
  }

  /// Returns the recorder; starts the journal, or the session in it, if necessary.
  func open() throws -> Recorder {
    if let recorder { return recorder }
    if let recorder = try continuing() {
      self.recorder = recorder
      return recorder
    }
    try checkPlace()
    // Create a new file instead of overwriting: other processes can continue to read the old one.
    let old = try setAside()
    let existed = Platform.exists(path)
    do {
      let failures = failures
      let recorder = try Recorder(
        path: path, app: app,
        options: RecorderOptions(
          states: states, hashing: .everyAction, rules: rules, volatile: volatile, identity: identity,
          inputs: recordsInputs,
          context: context, maximumLineBytes: options.maximumLineBytes, key: options.key)
      ) { failures.add($0) }
      replaced = old
      isNew = !existed
      self.recorder = recorder
      return recorder
    } catch {
      if !existed, case .io = error.problem { Platform.removeFile(path) }
      if let old, !Platform.exists(path) { try? Platform.rename(old, to: path) }
      throw error
    }
  }

  /// The header's context.
  private var context: JSONObject {
    var context = JSONObject()
    if startsFromGivenState { context[Verifier.givenState] = "given" }
    return context
  }

  /// Renames the file to be replaced until the new one exists.
  ///
  /// - Returns: The temporary name; `nil` if there is nothing to replace.
  private func setAside() throws(CommandFailure) -> String? {
    guard replaces, Platform.exists(path), !Platform.isSpecial(path) else { return nil }
    do {
      let (name, descriptor) = try Platform.createUnique(prefix: path + ".")
      Platform.closeDescriptor(descriptor)
      try Platform.rename(path, to: name)
      return name
    } catch {
      throw CommandFailure("can't replace the file: \(error)", file: path)
    }
  }

  private func continuing() throws -> Recorder? {
    let failures = failures
    let writer = waiting.withLock { $0.take() }
    guard let writer else { return nil }
    let options = RecorderOptions(
      states: states, rules: rules, volatile: volatile, identity: identity, inputs: recordsInputs)
    return try Recorder(writer: writer, app: app, options: options) { failures.add($0) }
  }

  /// The recorded app's name.
  var appName: String { app.name }

  /// Whether anything has been written.
  var isOpen: Bool { recorder != nil }

  /// Closes the journal with a seal.
  func close() { recorder?.close() }

  /// Removes a new journal that holds no state, because none could be written; the one that it was to replace comes back.
  func discardIfEmpty() throws {
    if hasFailed, isNew, try lastState() == nil {
      Platform.removeFile(path)
      if let replaced { try? Platform.rename(replaced, to: path) }
      recorder = nil
    } else if let replaced {
      Platform.removeFile(replaced)
    }
    replaced = nil
  }

  /// Reports what could not be recorded since the last call. Problems that the recorder can handle are warnings.
  func checkFailures(in context: CommandContext) throws {
    recorder?.waitForReports()
    for failure in failures.take() {
      if case .journal = failure {
        hasFailed = true
        throw CommandFailure(failure, file: path)
      }
      try context.warn("\("\(failure)")", file: path)
    }
  }

  /// Returns the number of actions of this session that the file holds.
  func recordedActions() throws -> Int {
    let file = try JournalFile(path: path, options: options)
    let reader = try file.entries(fromOffset: file.lastHeader().offset)
    var count = 0
    while let entry = try reader.next() {
      if case .action(let action) = entry.record, !action.interrupted { count += 1 }
    }
    return count
  }

  /// Returns the last state in the file, and its hash.
  func lastState() throws -> (seq: Int, hash: String)? {
    let file = try JournalFile(path: path, options: options)
    guard let seq = try file.lastStateSeq, let entry = try file.entry(settingSeq: seq) else { return nil }
    return (seq, entry.record.hash.map { "\($0)" } ?? "unknown")
  }

  /// Neither `--append` nor `--force` would help with a folder.
  static func checkIsNoFolder(_ path: String) throws(CommandFailure) {
    guard Platform.isFolder(path) else { return }
    throw CommandFailure("a folder, not a journal", file: path, advice: "Name a file, such as one in it.")
  }

  private func checkPlace() throws(CommandFailure) {
    guard Platform.exists(path) else { return }
    try RecordingJournal.checkIsNoFolder(path)
    if replaces {
      // Replacing the file would leave its recorder writing to a file without a name.
      guard !Platform.isSpecial(path), Platform.isBeingWritten(path) else { return }
      throw CommandFailure(
        "another process is recording to this file", file: path, advice: "Stop it, or record to another file.")
    }
    throw CommandFailure(
      "the file already exists", file: path,
      advice: "Continue it with --append, or replace it with --force.")
  }
}

/// A recorder's failures, kept until they are reported.
private final class FailureBox: Sendable {
  private let failures = Mutex<[RecorderFailure]>([])

  func add(_ failure: RecorderFailure) { failures.withLock { $0.append(failure) } }

  func take() -> [RecorderFailure] {
    failures.withLock { failures in
      defer { failures = [] }
      return failures
    }
  }
}

extension CommandFailure {
  /// The failure to record to a journal.
  init(_ failure: RecorderFailure, file: String) {
    switch failure {
    case .journal(let error): self.init(error)
    default: self.init("\(failure)", file: file)
    }
  }
}
