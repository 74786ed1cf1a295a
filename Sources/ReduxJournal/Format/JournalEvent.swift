package import StateCoding

/// The event that one line of a journal records, and the place of that line.
public struct JournalEvent: Sendable {
  /// The line, counted from 1; `nil` if the reader started in the middle of the file.
  public var line: Int?
  /// The offset of the line's first byte in the file.
  public var offset: Int
  /// The number of bytes in the line, with its line end; 0 for an event without a line.
  public var byteCount: Int
  /// The record.
  public var record: JournalRecord
  /// The seq of the state that the record set or follows.
  public var seq: Int
  /// Whether the record set the state with its seq: an action, a rewind, or a snapshot of a new state.
  public var setsState: Bool
  /// The session; `nil` if the reader started in the middle of the file.
  package var session: JournalSession?
  /// The event's time, or that of the event before it, in microseconds since 1970; since the session's start if the session
  /// is unknown.
  package var time: Int
}

/// One run of an app, by the header that starts it.
package final class JournalSession: Sendable {
  package let header: HeaderRecord
  /// The offset of the header's line.
  package let offset: Int

  package init(_ header: HeaderRecord, at offset: Int) {
    self.header = header
    self.offset = offset
  }

  /// When the session started, in microseconds since 1970.
  package var started: Int { header.started.microseconds }

  /// The moment so many microseconds after the start; `nil` if no clock shows it.
  func time(at microseconds: Int) -> Int? {
    let (time, overflow) = started.addingReportingOverflow(microseconds)
    return overflow ? nil : time
  }
}

extension JournalEvent {
  /// The number of the session, from 1; 0 if unknown.
  package var sessionNumber: Int { session?.header.session ?? 0 }

  /// Microseconds since the session's start.
  package var elapsed: Int { time - (session?.started ?? 0) }

  /// The action, complete or in flight.
  package var action: ActionRecord? {
    switch record {
    case .action(let action): action
    case .torn(let torn): torn.action
    default: nil
    }
  }

  /// Whether a session starts here.
  package var startsSession: Bool {
    if case .header(let header) = record { header.startsSession || offset == 0 } else { false }
  }

  /// Whether the event belongs to the journal's history; other records only serve the file.
  package var isInHistory: Bool {
    switch record {
    case .header: startsSession
    case .seal: false
    case .snapshot: setsState
    default: true
    }
  }
}

/// A checked line of a journal, parsed as far as a replay needs.
package struct JournalLine: Sendable {
  /// The contents of a line.
  package enum Content: Sendable {
    /// An action in the usual form.
    case action(PlainAction)
    /// Any other record.
    indirect case record(JournalRecord)
  }

  /// The line, counted from 1; `nil` if the reader started in the middle of the file.
  package let line: Int?
  /// The offset of the line's first byte in the file.
  package let offset: Int
  /// The number of bytes in the line, with its line end.
  package let byteCount: Int
  /// The seq of the state that the record set or follows.
  package let seq: Int
  /// Whether the record set the state with its seq.
  package let setsState: Bool
  /// The contents.
  package let content: Content

  /// The time and the seed that the line's reducer got, if the session declares inputs.
  package var inputs: ActionInputs? {
    switch content {
    case .action(let action): action.inputs
    case .record(.action(let record)): record.inputs
    case .record: nil
    }
  }

  /// The record with its position; `nil` for an action in the usual form.
  package var entry: JournalEvent? {
    guard case .record(let record) = content else { return nil }
    return JournalEvent(
      line: line, offset: offset, byteCount: byteCount, record: record, seq: seq, setsState: setsState, session: nil,
      time: record.at ?? 0)
  }
}
