import Foundation
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTree
import TestSupport
import Testing

@testable import ReduxJournal

extension TemporaryFile {
  /// Writes lines with correct checksums.
  func writeResealed(_ lines: [String]) throws {
    var text = ""
    var sum: ChainSum?
    for line in lines {
      let end = try #require(line.range(of: ",\"sum\":", options: .backwards)).lowerBound
      var bytes = Array(line[..<end].utf8)
      var hash = SipHash()
      if let sum {
        hash = ChainSum.hash(after: sum)
      } else {
        let id = try #require(line.firstMatch(of: /"journal":"([0-9a-f]{32})"/)).output.1
        hash = ChainSum.hash(startOf: try #require(JournalID(String(id))))
      }
      hash.update(bytes)
      let next = ChainSum(hash)
      next.appendSuffix(to: &bytes)
      sum = next
      text += String(decoding: bytes, as: UTF8.self)
    }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}

extension TemporaryFile {
  /// Turns the journal into an old one, whose snapshots lack the offset of their session's header.
  func writeFromBefore() throws {
    var removed = 0
    var removedBeforeSnapshot = 0
    var lines: [String] = []
    for line in try self.lines() {
      var line = line
      if line.hasPrefix(#"{"kind":"snapshot","#) {
        if line.contains(#""state":"#), !line.contains(#""whole":false"#) { removedBeforeSnapshot = removed }
        let count = line.utf8.count
        line.replace(/,"header":[0-9]+/, with: "", maxReplacements: 1)
        removed += count - line.utf8.count
      }
      if let match = line.firstMatch(of: /"base":([0-9]+)/), let base = Int(match.output.1) {
        let text = "\(base - (removed - removedBeforeSnapshot))"
        removed += match.output.1.utf8.count - text.utf8.count
        line.replaceSubrange(match.output.1.startIndex..<match.output.1.endIndex, with: text)
      }
      lines.append(line)
    }
    try writeResealed(lines)
  }
}

/// Entries by key, and the total of the added amounts.
struct Ledger: Codable, Equatable, Sendable {
  var total = 0
  var notes: [String: Int] = [:]
  var log: [String] = []
}

enum LedgerAction: Codable, Equatable, Sendable {
  case add(Int)
  case note(String, Int?)
  case write(String)
  case refuse(Int)
}

struct Refused: RedactableError, CustomStringConvertible {
  var description: String
  var redactedDescription: String { description }
}

enum LedgerApp: ReplayableApp {
  static let name = "ledger"
  static var initialState: Ledger { Ledger() }

  static func reduce(_ state: inout Ledger, _ action: LedgerAction) throws {
    switch action {
    case .add(let amount): state.total += amount
    case .note(let key, let value): state.notes[key] = value
    case .write(let line): state.log.append(line)
    case .refuse(let amount):
      state.total -= amount
      throw Refused(description: "refused \(amount)")
    }
  }
}

/// Drives an app and records it.
struct Driver<App: ReplayableApp> {
  let recorder: Recorder
  var state: App.State

  init(
    _ path: String, _ app: App.Type = LedgerApp.self, from state: App.State? = nil, budget: Duration = .seconds(1000)
  )
    throws
  {
    recorder = try Recorder(
      path: path, app: AppIdentity(name: App.name), options: RecorderOptions(snapshotBudget: budget))
    self.state = state ?? App.initialState
    recorder.start(self.state)
  }

  mutating func reduce(_ action: App.Action) {
    let recorded = recorder.begin(action, in: state)
    do {
      try App.reduce(&state, action)
      recorder.finish(recorded, in: state)
    } catch {
      recorder.finish(recorded, in: state, error: error)
    }
  }
}
