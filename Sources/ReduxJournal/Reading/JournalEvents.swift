/// A place between two lines of a journal, with what the lines before it say about the next events.
package struct JournalPlace: Sendable {
  /// The offset of the next line in the file.
  package var offset: Int
  /// The number of that line, if lines are counted.
  package var line: Int?
  /// The session; `nil` if unknown.
  package var session: JournalSession?
  /// The time of the event before, in microseconds since 1970.
  package var time: Int

  /// The start of a journal.
  package static let start = JournalPlace(offset: 0, line: 1, session: nil, time: 0)
}

/// The events of a journal in order: its records, and between them the ends of sessions without a seal.
///
/// Events that aren't part of the history only serve the file, such as a seal.
package struct JournalEvents {
  private let reader: JournalReader
  private var waiting: JournalEvent?
  /// The place of the last event's line.
  package private(set) var start: JournalPlace

  init(_ reader: JournalReader) {
    self.reader = reader
    start = reader.place
  }

  /// The next event; `nil` after the last whole line, where `tail` describes how the journal ends.
  ///
  /// - Throws: As `JournalReader.next()`.
  package mutating func next() throws(JournalError) -> JournalEvent? {
    if let event = waiting.take() { return event }
    let (place, wasSealed) = (reader.place, reader.validator.isSealed)
    guard let event = try reader.next() else { return nil }
    start = place
    guard !wasSealed, let earlier = place.session, event.sessionNumber > earlier.header.session else { return event }
    // The line that starts a session shows how the one before ended.
    waiting = event
    return JournalEvent(
      line: nil, offset: event.offset, byteCount: 0, record: .notClosed(isFollowed: true), seq: event.seq,
      setsState: false, session: earlier, time: place.time)
  }

  /// Whether a line before an offset, or the end of the session before it, isn't read yet.
  package func hasNext(before end: Int) -> Bool { waiting != nil || reader.offset < end }

  /// The place of the next line.
  package var place: JournalPlace { reader.place }

  /// Whether a bad line after the wanted states ended the journal.
  package var endsBeforeBadLine: Bool { reader.endsBeforeBadLine }

  /// How the journal ends, once all events are read.
  package var tail: JournalTail { reader.tail }

  /// The event for a journal's end at this place, unless the journal is closed.
  package func event(for tail: JournalTail) -> JournalEvent? { reader.event(for: tail) }
}

extension JournalFile {
  /// The events from a place on. If only those up to a state are wanted, a bad line after them ends the journal.
  ///
  /// - Throws: `JournalError` if no line starts there, or the bytes before aren't a line.
  package func events(
    from place: JournalPlace = .start, through seq: Int = .max
  ) throws(JournalError) -> JournalEvents {
    let reader = JournalReader(
      file: file, offset: place.offset, line: place.line, validator: try validator(before: place.offset),
      session: place.session, time: place.time)
    reader.stop(after: seq, in: self)
    return JournalEvents(reader)
  }

  /// The place before the line at an offset, with the session there. Lines aren't counted from it, but from the start.
  ///
  /// - Throws: `JournalError` if the session's header can't be read.
  package func place(atOffset offset: Int) throws(JournalError) -> JournalPlace {
    guard offset > 0 else { return .start }
    let session = try session(atOffset: offset)
    return JournalPlace(offset: offset, line: nil, session: session, time: try time(before: offset, in: session))
  }

  /// The time of the last event before an offset in a session, in microseconds since 1970. Few lines have no time of
  /// their own, so it mostly reads one.
  private func time(before offset: Int, in session: JournalSession) throws(JournalError) -> Int {
    var offset = offset
    while offset > session.offset {
      offset = try start(ofLineBefore: offset)
      if let at = try entry(atOffset: offset).record.at, let time = session.time(at: at) { return time }
    }
    return session.started
  }

  /// The session of the line at an offset.
  ///
  /// - Throws: `JournalError` if its header can't be read.
  package func session(atOffset offset: Int) throws(JournalError) -> JournalSession {
    let (header, start) = try lastHeader(before: offset)
    return JournalSession(header, at: start)
  }

  /// The event for the journal's end, with its session; `nil` if it is closed.
  ///
  /// - Throws: `JournalError` if the last line is damaged.
  package func endEvent() throws(JournalError) -> JournalEvent? {
    try events(from: place(atOffset: byteCount)).event(for: tail)
  }

  /// The seq that a body finds in the last of the events; `nil` if in none. O(n).
  ///
  /// - Throws: `JournalError` for a damaged line.
  package func lastSeq(where find: (JournalEvent) -> Int?) throws(JournalError) -> Int? {
    var events = try events()
    var found: Int?
    while let event = try events.next() { found = find(event) ?? found }
    return found
  }

  /// The seq of the state that a mark names; the last mark of a name counts. O(n).
  ///
  /// - Throws: `JournalError` for a damaged line.
  package func seq(ofMark name: String) throws(JournalError) -> Int? { try mark(named: name)?.to }

  /// The last mark of a name. O(n).
  ///
  /// - Throws: `JournalError` for a damaged line.
  package func mark(named name: String) throws(JournalError) -> MarkRecord? {
    var found: MarkRecord?
    _ = try lastSeq { event in
      guard case .mark(let mark) = event.record, mark.name == name else { return nil }
      found = mark
      return mark.to
    }
    return found
  }

  /// The seq of the last known state; an action that never returned doesn't count. `nil` before the first state.
  ///
  /// - Throws: `JournalError` for a damaged line.
  package func lastKnownSeq() throws(JournalError) -> Int? {
    guard var seq = try lastStateSeq, let first = try firstStateSeq else { return nil }
    for _ in 0..<64 {
      guard seq > first, try entry(settingSeq: seq)?.action?.interrupted == true else { return seq }
      seq -= 1
    }
    // After so many crashes in a row, reading the whole journal is cheaper than more lookups.
    return try lastSeq { $0.setsState && $0.action?.interrupted != true ? $0.seq : nil } ?? seq
  }

  /// Reads events again, whose sessions and times are known, in order.
  ///
  /// Finding the start may require reading the file from far before; it does that once for all of them.
  package func forEachEvent(
    at places: [EventPlace], _ body: (JournalEvent) throws -> Void
  ) throws {
    var reader: JournalReader?
    var session: JournalSession?
    for place in places {
      if session?.offset != place.session {
        guard case .header(let header) = try entry(atOffset: place.session).record else { continue }
        session = JournalSession(header, at: place.session)
      }
      if let isFollowed = place.isFollowed {
        try body(
          JournalEvent(
            line: place.line, offset: place.offset, byteCount: 0, record: .notClosed(isFollowed: isFollowed),
            seq: place.seq, setsState: false, session: session, time: place.time))
        continue
      }
      if reader == nil { reader = try entries(fromOffset: place.offset) }
      while var event = try reader?.next(), event.offset <= place.offset {
        guard event.offset == place.offset else { continue }
        (event.session, event.time, event.line) = (session, place.time, place.line)
        try body(event)
        break
      }
    }
  }
}

/// The place of an event in the file, for reading it again: lines can be long.
package struct EventPlace: Sendable {
  /// The offset of its session's header.
  let session: Int
  /// The offset of its line.
  let offset: Int
  /// Whether another session follows, for the end of a session, which has no line; `nil` for an event with a line.
  let isFollowed: Bool?
  /// The seq of the state that the event set or follows.
  package let seq: Int
  /// The time of the event, in microseconds since 1970.
  let time: Int
  /// The line in the file.
  let line: Int?

  package init(_ event: JournalEvent) {
    session = event.session?.offset ?? 0
    isFollowed = if case .notClosed(let isFollowed) = event.record { isFollowed } else { nil }
    (offset, seq, time, line) = (event.offset, event.seq, event.time, event.line)
  }
}
