package import ReduxJournal
import StateCoding
package import StateTree

/// The first message of an app.
package struct LiveHello: Codable, Equatable, Sendable {
  /// The process.
  package var process: Int
  /// The id of the journal.
  package var journal: String
  /// The path of the journal, from which the tool reads what a killed app couldn't send.
  package var path: String
  /// What the app can do beyond showing states: `resume`, `leaveOut`, `open`, `dispatch`.
  package var capabilities: [String]

  package init(process: Int, journal: String, path: String, capabilities: [String]) {
    self.process = process
    self.journal = journal
    self.path = path
    self.capabilities = capabilities
  }
}

/// The tool's answer to it.
package struct LiveWelcome: Codable, Equatable, Sendable {
  /// The end of the tool's copy of the journal; `nil` without one.
  package var copy: JournalFollower.Copy?

  package init(copy: JournalFollower.Copy?) { self.copy = copy }
}

/// A command for the app.
package struct LiveCommand: Codable, Equatable, Sendable {
  /// The kinds of commands.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// Only report what is shown.
    case status
    /// Show the state with the seq.
    case show
    /// Show the head again.
    case head
    /// Go on from the shown state.
    case resume
    /// Leave the action with the seq out of the shown states, or take it back in.
    case toggle
    /// Show the state, which may be of another journal.
    case open
    /// Dispatch the action.
    case dispatch
    /// Set a mark with the name.
    case mark
  }

  /// The command's number, which its answer repeats.
  package var number: Int
  package var kind: Kind
  package var seq: Int?
  package var action: JSONValue?
  package var state: JSONValue?
  package var name: String?

  package init(
    number: Int, _ kind: Kind, seq: Int? = nil, action: JSONValue? = nil, state: JSONValue? = nil, name: String? = nil
  ) {
    self.number = number
    self.kind = kind
    self.seq = seq
    self.action = action
    self.state = state
    self.name = name
  }
}

/// The app's answer to a command.
package struct LiveAnswer: Codable, Equatable, Sendable {
  /// The number of the command.
  package var number: Int
  /// Why the command had no effect; `nil` if it had.
  package var failure: String?
  /// What the app shows; `nil` if the app couldn't say.
  package var status: LiveStatus?

  package init(number: Int, failure: String?, status: LiveStatus?) {
    self.number = number
    self.failure = failure
    self.status = status
  }
}

/// What an app shows, and can show.
package struct LiveStatus: Codable, Equatable, Sendable {
  /// The seq of the shown state; `nil` while the app shows the head, or a state that the journal doesn't hold, such as an opened one.
  package var shown: Int?
  /// Whether the app shows the head.
  package var isAtHead: Bool
  /// The first and the last seq of each run of states that the app can show, ascending.
  package var showable: [[Int]]
  /// The seqs of the actions that are left out.
  package var leftOut: [Int]
  /// The number of actions that were locked or held so far.
  package var locked: Int
  /// The hash of the shown state with all actions, as the app's reducers make it again; `nil` if that wasn't asked.
  ///
  /// If it isn't the journal's, the reducers aren't pure.
  package var hash: String?
  /// How the shown state differs from the journal's because of the left-out actions; `nil` if that wasn't asked.
  package var difference: LiveDifference?

  package init(
    shown: Int?, isAtHead: Bool, showable: [[Int]], leftOut: [Int], locked: Int, hash: String? = nil,
    difference: LiveDifference? = nil
  ) {
    self.shown = shown
    self.isAtHead = isAtHead
    self.showable = showable
    self.leftOut = leftOut
    self.locked = locked
    self.hash = hash
    self.difference = difference
  }
}

/// A part of a JSON Patch: its first operations, with the value that each replaces or removes as `was`.
package struct LiveDifference: Codable, Equatable, Sendable {
  package var operations: [JSONValue]
  /// The number of operations that are missing.
  package var more: Int

  package init(operations: [JSONValue], more: Int) {
    self.operations = operations
    self.more = more
  }
}

extension LiveFrame {
  /// Creates a frame of a message.
  package init(_ kind: Kind, message: some Encodable) throws {
    self.init(kind, try StateEncoder().encode(message))
  }

  /// The message of a frame.
  ///
  /// - Throws: `LiveError.malformed`.
  package func message<Message: Decodable>(_ type: Message.Type) throws(LiveError) -> Message {
    do { return try StateDecoder().decode(type, from: payload) } catch { throw .malformed("\(type)") }
  }
}
