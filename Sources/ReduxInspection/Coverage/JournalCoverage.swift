package import CommandLineKit
import ReducerIsolation
package import ReduxJournal
import StateTree

/// The coverage of a journal's actions, from its records alone.
package struct JournalCoverage {
  /// The most members of an object that doesn't count as a dictionary.
  private static let memberLimit = 256

  package let path: String
  package let app: String
  package private(set) var byteCount = 0
  /// The number of actions of each type.
  package private(set) var actions: [String: Int] = [:]
  /// The number of actions of each type that the reducer refused.
  private(set) var refusals: [String: Int] = [:]
  /// The places that actions changed: two levels deep, or one where `members` says that the names vary.
  private(set) var places: Set<JSONPointer> = []
  /// The members at the top of the states that the journal holds, with the names of their own members; `nil` if these vary, are too
  /// many, or don't exist.
  private(set) var members: [JSONPointer: [String]?] = [:]

  init(
    path: String, app: String, byteCount: Int, actions: [String: Int], refusals: [String: Int],
    places: Set<JSONPointer>, members: [JSONPointer: [String]?]
  ) {
    self.path = path
    self.app = app
    self.byteCount = byteCount
    self.actions = actions
    self.refusals = refusals
    self.places = places
    self.members = members
  }

  /// Reads a journal.
  init(of file: JournalFile, onRecord: (Int) throws -> Void) throws {
    path = file.path
    app = file.header.app.name
    let reader = try file.entries(fromOffset: 0)
    while let entry = try reader.next() {
      byteCount += entry.byteCount
      switch entry.record {
      case .action(let action): take(action)
      case .snapshot(let snapshot): if let state = snapshot.state { take(state) }
      default: break
      }
      try onRecord(byteCount)
    }
    // Whatever other journals hold, the elements of a dictionary count as the dictionary.
    let tops = Dictionary(grouping: places) { JSONPointer(tokens: Array($0.tokens.prefix(1))) }
    places = Set(
      tops.flatMap { top, places in
        members[top] == .some(.none) || places.count > Self.memberLimit ? [top] : places
      })
  }

  private mutating func take(_ action: ActionRecord) {
    let type = action.type.shortenedToKeep
    actions[type, default: 0] += 1
    if action.error != nil { refusals[type, default: 0] += 1 }
    for change in action.changed {
      if let pointer = try? JSONPointer(change.pointer) {
        places.insert(JSONPointer(tokens: Array(pointer.tokens.prefix(2))))
      }
    }
  }

  private mutating func take(_ state: JSONNode) {
    guard state.kind == .object else { return }
    for (key, node) in state.members {
      let place = JSONPointer(tokens: [key])
      let isFixed = node.kind == .object && (1...Self.memberLimit).contains(node.count)
      let names = isFixed ? node.members.map(\.key).sorted() : nil
      members[place] = members[place].map { $0 == names ? names : nil } ?? .some(names)
    }
  }
}

/// The coverage of a journal, or the reason why it can't be read.
package struct CoverageResult {
  package enum Outcome {
    case read(JournalCoverage)
    case failed(CommandFailure, status: String)
  }

  package let path: String
  package let outcome: Outcome

  /// Reads a journal. One that can't be read is a result, not an error.
  package init(
    of journal: JournalFinder.Found, options: JournalReader.Options, onRecord: (Int) throws -> Void
  ) throws {
    path = journal.path
    do {
      if let failure = journal.failure { throw failure }
      outcome = .read(try JournalCoverage(of: JournalFile(path: path, options: options), onRecord: onRecord))
    } catch {
      guard let failure = CommandFailure(ofJob: error) else { throw error }
      outcome = .failed(failure, status: "failed")
    }
  }

  /// Reads the result of a line; `nil` if members are missing.
  package init?(_ recorded: JournalResult) {
    path = recorded.path
    if recorded.status == "ok" {
      guard let coverage = JournalCoverage(recorded.json) else { return nil }
      outcome = .read(coverage)
    } else {
      outcome = .failed(recorded.failure, status: recorded.status)
    }
  }

  package var result: JournalResult {
    switch outcome {
    case .read(let coverage): return JournalResult(path: path, status: "ok", exitCode: .fine, json: coverage.json)
    case .failed(let failure, let status):
      return JournalResult(
        path: path, status: status, exitCode: failure.exitCode, problems: [JournalProblem(failure, in: path)],
        messages: [.failure(failure)],
        json: JSONReport.object([
          "file": path, "status": status, "message": failure.message,
          "segment": failure.file == path ? nil : failure.file, "line": failure.line,
        ]))
    }
  }
}

// MARK: - Result lines

extension JournalCoverage {
  /// The most bytes, or actions, that a line may claim: the sums of all lines stay far from the largest `Int`.
  private static let countLimit = 1 << 40

  /// The members of a result line.
  fileprivate var json: JSONValue {
    let tops = members.map { ($0.key.description, $0.value.json) }.sorted { $0.0 < $1.0 }
    return JSONReport.object([
      "file": path, "status": "ok", "app": app, "bytes": byteCount, "actions": JSONObject(counts: actions),
      "refusals": JSONObject(counts: refusals), "changed": places.map(\.description).sorted(),
      "members": JSONObject(tops),
    ])
  }

  /// Reads the members of a result line; `nil` if some are missing.
  fileprivate init?(_ json: JSONValue) {
    func count(_ value: JSONValue?) -> Int? {
      value?.integer.flatMap { (0...Self.countLimit).contains($0) ? $0 : nil }
    }
    func counts(_ value: JSONValue?) -> [String: Int]? {
      guard let object = value?.object else { return nil }
      var counts: [String: Int] = [:]
      var sum = 0
      for (key, value) in zip(object.keys, object.values) {
        guard let number = count(value) else { return nil }
        counts[key] = number
        sum += number
        guard sum <= Self.countLimit else { return nil }
      }
      return counts
    }
    guard let path = json["file"]?.string, let app = json["app"]?.string, let bytes = count(json["bytes"]),
      let actions = counts(json["actions"]), let refusals = counts(json["refusals"]),
      let changed = json["changed"]?.array, let tops = json["members"]?.object
    else { return nil }
    var members: [JSONPointer: [String]?] = [:]
    for (key, names) in zip(tops.keys, tops.values) {
      guard let place = try? JSONPointer(key) else { return nil }
      members[place] = .some(names.array.map { $0.compactMap(\.string) })
    }
    let places = changed.compactMap { $0.string.flatMap { try? JSONPointer($0) } }
    guard places.count == changed.count else { return nil }
    self.init(
      path: path, app: app, byteCount: bytes, actions: actions, refusals: refusals, places: Set(places),
      members: members)
  }
}
