import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

/// A row of a view: an event in a recorded session, in short.
struct TimelineRow: Sendable {
  /// The kind of event. The page's data has the same characters.
  enum Kind: Character, Sendable {
    case session = "s"
    /// A state that was set without an action.
    case state = "i"
    case action = "a"
    /// An action whose reducer threw.
    case refused = "!"
    /// An action whose reducer never returned.
    case interrupted = "t"
    case rewind = "r"
    case mark = "m"
    case gap = "g"
    case unknown = "u"
    /// The end of a session that wasn't closed, or of the readable part of the journal.
    case end = "e"
  }

  var kind: Kind
  /// The seq of the state that the event set or follows.
  var seq: Int
  /// Microseconds since the start of the session.
  var time: Int
  /// The action's type label.
  var type: String?
  /// The action's arguments in short, or the event in words.
  var text: String
  /// The seq of the action that caused the action.
  var cause: Int?
  /// The seq to which a rewind or a mark refers.
  var target: Int?
  /// The time in the reducer.
  var reducerMicroseconds: Int?

  /// Creates the row of a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - seq: The seq of the state before, for a line without a record.
  ///   - texts: How events read in words.
  ///   - columns: The room for the action's arguments.
  init(_ line: LogLine, after seq: Int, _ texts: LogLineText, columns: Int) {
    self.seq = seq
    time = line.time - line.session.started.microseconds
    text = line.action == nil && !line.startsSession ? texts.body(line).plain : ""
    kind = .end
    switch line.event {
    case .notClosed: break
    case .torn(let torn):
      if let action = torn.action {
        kind = .interrupted
        self.seq = action.seq
        fill(action, columns)
      }
    case .record(let entry):
      self.seq = entry.seq
      switch entry.record {
      case .action(let action):
        kind = action.interrupted ? .interrupted : action.error == nil ? .action : .refused
        fill(action, columns)
      case .header(let header):
        kind = .session
        text = [header.app.name, header.app.version].compactMap(\.self).joined(separator: " ")
      case .snapshot: kind = .state
      case .rewind(let rewind): (kind, target) = (.rewind, rewind.to)
      case .mark(let mark): (kind, target) = (.mark, mark.to)
      case .gap: kind = .gap
      case .unknown: kind = .unknown
      case .seal: kind = .end
      }
    }
  }

  /// Creates the row for the end of what can be read of a journal.
  init(endAt seq: Int, time: Int, text: String) {
    (kind, self.seq, self.time, self.text) = (.end, seq, time, text)
  }

  private mutating func fill(_ action: ActionRecord, _ columns: Int) {
    type = action.type
    cause = action.cause
    reducerMicroseconds = action.reducerMicroseconds
    text = SwiftNotation.arguments(
      type: action.type, swiftType: action.swiftType, action: action.action.value, columns: columns)
  }
}
