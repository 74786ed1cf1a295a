import ReduxJournal
import StateTree
import SystemSupport

/// A response that doesn't end: the list of journals, and what a client lacks of the copy of one of them.
///
/// It is a sequence of lines of JSON, and some are followed by bytes. It reads the next bytes only when the connection has taken the ones
/// before, so it needs no more memory if the client is slow or stopped.
struct LiveStream {
  /// The most streams at a time.
  static let maximumCount = 8
  /// The most bytes of a copy behind a line.
  private static let maximumPiece = 1 << 18
  /// The silence after which an empty line says that the tool still runs.
  private static let heartbeat = 2_000_000_000

  /// The list of journals: a number that changes with it, and its line.
  struct List {
    var number = 0
    var line: [UInt8] = []
  }

  /// The journal whose bytes are wanted, if any.
  let journal: JournalID?
  /// Whether the client lacks bytes that the copy has.
  private(set) var isBehind = false

  /// The cuts of the copy when the client got its bytes; `nil` if it has none.
  private var cuts: Int?
  /// The place of the next byte that the client lacks.
  private var segment: Int
  private var offset: Int
  /// The number of the list that the client has.
  private var listed: Int?
  private var lastEvent = Platform.nanoseconds()

  init(of journal: JournalID?, cuts: Int?, segment: Int, offset: Int) {
    self.journal = journal
    self.cuts = cuts
    self.segment = segment
    self.offset = offset
  }

  /// Returns the next events; none if the client has everything, and isn't due for a heartbeat.
  mutating func next(_ list: List, _ copy: JournalMirror?) throws -> [UInt8] {
    var events: [UInt8] = []
    if listed != list.number {
      listed = list.number
      events += list.line
    }
    if let copy { try add(copy, to: &events) }
    let now = Platform.nanoseconds()
    if events.isEmpty, now - lastEvent >= LiveStream.heartbeat { events = [0x0a] }
    if !events.isEmpty { lastEvent = now }
    return events
  }

  private mutating func add(_ copy: JournalMirror, to events: inout [UInt8]) throws {
    let journal = JSONValue.string(copy.journal.text)
    if cuts != copy.cuts || !copy.has(offset, ofSegment: segment) {
      (cuts, segment, offset) = (copy.cuts, 0, 0)
      events += LiveStream.line(["journal": journal, "cuts": .number(JSONNumber(copy.cuts))])
    }
    while segment + 1 < copy.segmentCount, offset == copy.byteCount(ofSegment: segment) {
      (segment, offset) = (segment + 1, 0)
    }
    let bytes = try copy.bytes(ofSegment: segment, from: offset, atMost: LiveStream.maximumPiece)
    if !bytes.isEmpty {
      isBehind = segment + 1 < copy.segmentCount || offset + bytes.count < copy.byteCount(ofSegment: segment)
      events += LiveStream.line([
        "journal": journal, "segment": .number(JSONNumber(segment)), "from": .number(JSONNumber(offset)),
        "count": .number(JSONNumber(bytes.count)), "more": .bool(isBehind),
      ])
      events += bytes
      offset += bytes.count
    } else {
      isBehind = false
    }
  }

  /// A line of JSON.
  static func line(_ value: JSONValue) -> [UInt8] {
    var line: [UInt8] = []
    value.appendCompact(to: &line)
    line.append(0x0a)
    return line
  }
}
