package import CommandLineKit
package import ReduxJournal
package import ReduxNotation
import StateCoding
import StateTree

/// The events of a journal as lines for people, in columns.
package struct EventText {
  private static let elapsedWidth = 10
  /// The columns of a mark's text. Programs and people write texts of any length.
  package static let noteColumns = 240

  package let columns: Int
  private let times: TimeFormat
  private let seqWidth: Int
  /// Whether lines have the time of day, which a narrow terminal has no room for.
  private let showsTimeOfDay: Bool
  private var actions: ActionLine

  package init(times: TimeFormat, lastSeq: Int, columns: Int, showsJSON: Bool = false) {
    self.columns = columns
    self.times = times
    seqWidth = max(4, String(lastSeq).count)
    let isNarrow = columns < 60
    showsTimeOfDay = !isNarrow && !times.isRelative
    let prefixWidth = seqWidth + 2 + (showsTimeOfDay ? 12 + 2 : 0) + Self.elapsedWidth + 2
    actions = ActionLine(
      columns: columns, room: max(isNarrow ? 20 : 40, columns - prefixWidth), showsJSON: showsJSON)
  }

  /// The indentation of continuation lines.
  package var indent: String { String(repeating: " ", count: seqWidth + 2) }

  /// Whether no action can be replayed, so that the session's line says it for all.
  package var isInspectOnly: Bool {
    get { actions.hidesReplayability }
    set { actions.hidesReplayability = newValue }
  }

  /// The line of a session's start.
  package func text(ofSession header: HeaderRecord) -> StyledText {
    var text: StyledText = "\("session \(header.session)", .bold)  \(header.app.name)"
    if let version = header.app.version { text += " \(version)" }
    let started = times.display(Timestamp(microseconds: Int64(header.started.microseconds)))
    text += "  \(started)  \(header.platform, .dim)"
    return isInspectOnly ? text + "  (\(ActionRecord.Replayability.inspectOnly.rawValue))" : text
  }

  /// What a time of day leaves out.
  package struct Day: Equatable {
    fileprivate let date: String
    fileprivate let offset: String
  }

  /// The day of a moment, in microseconds since 1970.
  package func day(at time: Int) -> Day {
    let time = Timestamp(microseconds: Int64(time))
    return Day(date: times.displayDate(time), offset: times.displayOffset(at: time))
  }

  /// The rule between lines of different dates, or before and after a change of clocks.
  ///
  /// - Parameters:
  ///   - day: The day of the line below.
  ///   - last: The day of the line above.
  /// - Returns: The rule; `nil` if the lines need none.
  package func rule(at day: Day, after last: Day?) -> StyledText? {
    guard let last, last != day, !times.isRelative else { return nil }
    let text = day.offset == last.offset ? day.date : "\(day.date), \(day.offset)"
    return "\(indent)\("── \(text) ──", .dim)"
  }

  /// The line of any other event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - branch: The branch of a tree that connects the line to that of its cause.
  ///   - isUncertain: Whether the line was selected by a place that its action may not have changed.
  /// - Returns: The line.
  package func text(of event: JournalEvent, branch: String = "", isUncertain: Bool = false) -> StyledText {
    prefix(event) + "\(branch, .dim)" + body(event, isUncertain: isUncertain)
  }

  // MARK: Columns

  private func prefix(_ event: JournalEvent) -> StyledText {
    let seq = event.setsState || event.isInFlight ? String(event.seq) : ""
    let elapsed = DurationFormat.elapsed(microseconds: Int64(event.elapsed))
    let time = times.displayTime(Timestamp(microseconds: Int64(event.time)))
    return "\(pad(seq, seqWidth), .seq)  \(showsTimeOfDay ? time + "  " : "")\(pad(elapsed, Self.elapsedWidth), .dim)  "
  }

  private func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// The event, without its seq and its times.
  package func body(_ event: JournalEvent, isUncertain: Bool = false) -> StyledText {
    switch event.record {
    case .notClosed(isFollowed: true):
      let session = "session \(event.sessionNumber) ended without closing:"
      return "\(session, .warning) the app crashed or was killed"
    case .notClosed: return "\("not closed:", .warning) the session is still running, or its process is gone"
    case .torn(let torn): return text(of: torn)
    case .action(let action): return actions.text(of: action, isUncertain: isUncertain)
    case .snapshot(let snapshot):
      if let seq = snapshot.equal { return "the state is that of \(seq)" }
      if event.seq == 0 { return "initial state" }
      switch event.session.map({ ($0.header.startsSession, event.seq - $0.header.seq) }) {
      case (true, 1)?: return "initial state"
      case (false, 0)?: return "the first remaining state; earlier ones were dropped"
      default: return "a state that was set without an action"
      }
    case .rewind(let rewind): return "\("rewind", .bold) to state \(rewind.to)"
    case .mark(let mark):
      let text: StyledText = "\("mark", .bold) '\(mark.name, .label)' at state \(mark.to)"
      return text + (mark.text.map { ": \($0.excerpt(columns: Self.noteColumns))" } ?? "")
    case .gap(let gap): return text(of: gap)
    case .unknown(let record): return "a record of the unknown kind '\(record.kind)'"
    case .header, .seal: return StyledText(event.record.kind)
    }
  }

  // MARK: Events

  private func text(of torn: TornLine) -> StyledText {
    guard let action = torn.action else {
      let what: StyledText =
        torn.isWhole ? "a last line without its line end" : "a last line cut short, \(torn.bytes.count) bytes"
      return torn.beingWritten ? "\("being written:", .warning) \(what)" : "\("torn:", .warning) \(what)"
    }
    return actions.call(action)
      + (torn.beingWritten
        ? "  \("being written", .warning)" : "  \(String(action.ending.trimmingPrefix("was ")), .error)")
  }

  private func text(of gap: GapRecord) -> StyledText {
    var details: [String] = []
    if let missing = gap.missing, missing > 0 {
      details.append(missing == 1 ? "1 action missing" : "\(missing) actions missing")
    }
    if let bytes = gap.bytes { details.append("\(bytes.count) bytes kept") }
    let text: StyledText = "\("gap:", .warning) \(gap.why)"
    return details.isEmpty ? text : text + " (\(details.joined(separator: ", ")))"
  }
}

/// The names, the order and the texts by which views show and find an event.
///
/// Only this extension and `EventText.body` know how views treat a kind of record.
extension JournalEvent {
  /// The kind of event, as views tell them apart. The page's data has the same characters.
  package enum Kind: Character, Sendable {
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
    /// A step that only another journal has, beside which a view shows this one.
    case elsewhere = "b"
    /// The end of a session that wasn't closed, or of the readable part of the journal.
    case end = "e"
  }

  /// The event's name in JSON documents, its kind in views, and the texts in which a search looks.
  private var meaning: (name: String, kind: Kind, texts: [String?]) {
    switch record {
    case .header(let header): ("unknown", .session, [header.app.name, header.app.version])
    case .snapshot: ("state", .state, [])
    case .action(let action):
      (record.kind, action.interrupted ? .interrupted : action.error == nil ? .action : .refused, [])
    case .rewind: (record.kind, .rewind, [])
    case .mark(let mark): (record.kind, .mark, [mark.name, mark.text])
    case .gap(let gap): (record.kind, .gap, [gap.why])
    case .seal: ("unknown", .end, [])
    case .unknown: ("unknown", .unknown, [])
    case .torn(let torn): (record.kind, torn.action == nil ? .end : .interrupted, [])
    case .notClosed: (record.kind, .end, [])
    }
  }

  /// The event's name in JSON documents.
  package var name: String { meaning.name }

  /// The kind of event, as views tell them apart.
  package var kind: Kind { meaning.kind }

  /// The texts in which a search looks, beside those of actions.
  package var texts: [String] { meaning.texts.compactMap(\.self) }

  /// Whether the event is the line of an action in flight.
  package var isInFlight: Bool { if case .torn(let torn) = record { torn.action != nil } else { false } }

  /// The record's members in JSON documents.
  ///
  /// - Parameter isMeta: Whether they describe the record without its payload, for `show --meta`.
  /// - Returns: The members in order; those without a value are left out of documents.
  package func members(isMeta: Bool) -> [(key: String, value: (any JSONConvertible)?)] {
    switch record {
    case .action(let action): action.members(isMeta: isMeta)
    case .snapshot(let snapshot):
      [
        ("same-as", snapshot.equal), ("whole", isMeta ? snapshot.isWhole : nil), ("hash", snapshot.hash),
        ("redacted", snapshot.redacted.isEmpty ? JSONValue?.none : snapshot.redacted.json),
      ]
    case .rewind(let rewind): [("to", rewind.to), ("hash", rewind.hash)]
    case .mark(let mark): [("to", mark.to), ("name", mark.name), ("text", mark.text)]
    case .gap(let gap): [("why", gap.why), ("missing", gap.missing), ("bytes", gap.bytes.map { $0.count })]
    case .header, .seal, .unknown: [("name", record.kind)]
    case .torn(let torn):
      (torn.action.map { [("at", $0.at), ("type", $0.type), ("action", $0.action.value)] } ?? [])
        + [("being-written", torn.beingWritten), ("bytes", torn.action == nil ? torn.bytes.count : nil)]
    case .notClosed: []
    }
  }
}

extension ActionRecord {
  fileprivate func members(isMeta: Bool) -> [(key: String, value: (any JSONConvertible)?)] {
    let shorts = JSONObject(changed.map { ($0.pointer, $0.short.map { .string($0) } ?? .null) })
    return [
      ("at", isMeta ? nil : at), ("type", type), ("action", isMeta ? JSONValue?.none : action.value),
      ("swift", swiftType),
      ("module", isMeta ? module : nil), ("site", site), ("cause", cause), ("inputs", inputs.map(\.json)),
      ("replay", isMeta || replayability != .replayable ? replayability.rawValue : nil),
      ("interrupted", interrupted ? true : nil), ("error", error), ("hash", hash), ("unhashed", unhashed),
      ("since", since),
      ("changed", isMeta ? shorts.json : changed.map(\.pointer).json),
      ("redacted", redacted.isEmpty ? JSONValue?.none : redacted.json),
      ("secrets", secrets.isEmpty ? JSONValue?.none : secrets.json), ("us", reducerMicroseconds),
      ("base", isMeta ? base : nil),
    ]
  }
}

extension ActionInputs {
  /// The inputs as in the record.
  fileprivate var json: JSONValue {
    .object(JSONObject([("now", JSONValue(now)), ("seed", .string(seed.description))]))
  }
}
