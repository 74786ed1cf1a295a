import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateTree
import Synchronization
import TestSupport
import Testing

extension TemporaryFile {
  /// The journal's text without the values that differ between runs.
  func timelessText() throws -> String {
    try text()
      .replacing(/"journal":"[0-9a-f]{32}"/, with: #""journal":"J""#)
      .replacing(/"started":"[^"]*"/, with: #""started":"T""#)
      .replacing(/"platform":"[a-z]*"/, with: #""platform":"P""#)
      .replacing(/"(at|us|base|header)":[0-9]+/) { #""\#($0.output.1)":0"# }
      .replacing(/,"sum":"[0-9a-f]{16}"/, with: "")
  }

  func records() throws -> [JournalRecord] { try entries().map(\.record) }

  func entries() throws -> [JournalEvent] {
    let reader = try JournalReader(path: path)
    var entries: [JournalEvent] = []
    while let entry = try reader.next() { entries.append(entry) }
    return entries
  }

  func actions() throws -> [ActionRecord] {
    try records().compactMap { if case .action(let action) = $0 { action } else { nil } }
  }

  func snapshots() throws -> [SnapshotRecord] {
    try entries().compactMap { if case .snapshot(let snapshot) = $0.record { snapshot } else { nil } }
  }

  func gaps() throws -> [GapRecord] {
    try records().compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
  }

  func kinds() throws -> [String] { try records().map(\.kind) }
}

/// Collects a recorder's reports.
final class Reports: Sendable {
  private let list = Mutex<[RecorderFailure]>([])

  func append(_ failure: RecorderFailure) { list.withLock { $0.append(failure) } }

  var all: [RecorderFailure] { list.withLock { $0 } }

  /// Waits until at least `count` reports have arrived, and a little for unexpected ones.
  func settled(_ count: Int) async throws -> [RecorderFailure] {
    for _ in 0..<500 where all.count < count { try await Task.sleep(for: .milliseconds(10)) }
    try await Task.sleep(for: .milliseconds(30))
    return all
  }
}

enum Refusal: Error, Equatable {
  case tooMuch(Int)
}

/// A counter with a history, which notes big steps and then refuses them.
enum CounterApp: ReplayableApp {
  struct State: Codable, Equatable, Sendable {
    var count = 0
    var notes: [String: Int] = [:]
    var log: [String] = []
  }

  enum Action: Codable, Equatable, Sendable {
    case add(Int)
    case note(String, Int)
    case write(String)
    case reset
  }

  static let name = "counter"
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) throws {
    switch action {
    case .add(let amount):
      state.count += amount
      if amount > 1000 { throw Refusal.tooMuch(amount) }
    case .note(let key, let value): state.notes[key] = value
    case .write(let line): state.log.append(line)
    case .reset: state = State()
    }
  }

  static func reduceQuietly(_ state: inout State, _ action: Action) { try? reduce(&state, action) }
}

let counter = AppIdentity(name: CounterApp.name)

/// The clock stands still, so no snapshot is too slow.
let unhurried = RecorderOptions(snapshotBudget: .seconds(1000))

/// Runs work on a thread of its own.
func onNewThread(_ work: @escaping @Sendable () -> Void) { Thread(block: work).start() }
