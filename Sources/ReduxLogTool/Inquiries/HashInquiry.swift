import ReduxJournal
import ReduxReplay
import StateTree

/// The hashes of the states in the history of a journal's last state, as this process's reducers make them, whatever was
/// recorded, in the shapes of the sessions that recorded them.
struct HashInquiry: Codable, Hashable, Sendable {
  /// The states to hash; `nil` for all.
  var seqs: [Int]?

  /// The hashes, and the schema of the app that they belong to.
  struct Answer: Codable, Sendable {
    var schema: Int?
    /// Whether states can't be given the shape that they were recorded in, so the hashes are of states in the app's shape.
    var isReshaped = false
    /// The first half of each of the states' hashes, in the order of the history; zero for a state that can't be rebuilt.
    var hashes: [UInt64] = []
  }

  /// Reduces all actions of the history.
  ///
  /// - Throws: `JournalError`, `ReplayError`, `CommandFailure`, or the errors of `onStep`.
  func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Answer {
    let app = try apps.app(of: file)
    var answer = Answer(schema: app.identity.schema, isReshaped: try app.reshapesStates(of: file))
    guard let last = try file.lastStateSeq else { return answer }
    var states = app.states(of: file)
    let asked = seqs.map(Set.init)
    try states.forEach(.recordedHash, along: History.Way(of: file, to: last), where: { asked?.contains($0) ?? true }) {
      seq, text in
      try onStep(seq)
      // Behind the quote, a hash has 32 digits.
      let digits = text.map { String(decoding: $0.dropFirst().prefix(16), as: UTF8.self) }
      answer.hashes.append(digits.flatMap { UInt64($0, radix: 16) } ?? 0)
      return true
    }
    return answer
  }
}
