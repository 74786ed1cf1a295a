import Foundation
import LiveHost
import ReduxJournal
import StateTree
import SystemSupport
import Testing

/// A client of `POST /stream`, which keeps what a page would keep.
final class StreamClient {
  /// What the client has of the journal.
  private(set) var segments: [Data] = []
  private(set) var cuts: Int?
  /// The lists of journals so far.
  private(set) var lists: [JSONValue] = []
  /// How often the copy began anew.
  private(set) var resets = 0
  private(set) var heartbeats = 0
  /// The first line of the response and its headers.
  private(set) var head = ""
  private(set) var hasEnded = false

  private let socket: Int32
  /// What has arrived, in chunks, and what they hold.
  private var input: [UInt8] = []
  private var content: [UInt8] = []

  /// Asks for the list, and for a journal beside it. A client that goes on has what `other` got.
  init(port: UInt16, token: String, _ journal: JournalID? = nil, after other: StreamClient? = nil) throws {
    socket = try Platform.connect(port: port)
    var members = JSONObject()
    if let journal { members["journal"] = .string(journal.text) }
    if let other, let cuts = other.cuts, let last = other.segments.last {
      (segments, self.cuts) = (other.segments, cuts)
      members["cuts"] = .number(JSONNumber(cuts))
      members["segment"] = .number(JSONNumber(other.segments.count - 1))
      members["from"] = .number(JSONNumber(last.count))
    }
    var body: [UInt8] = []
    JSONValue.object(members).appendCompact(to: &body)
    let head = """
      POST /stream HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Authorization: Bearer \(token)\r
      Content-Length: \(body.count)\r
      \r

      """
    _ = try Platform.send((Array(head.utf8) + body)[...], to: socket)
  }

  convenience init(_ bench: LiveBench, _ journal: JournalID? = nil, after other: StreamClient? = nil) throws {
    try self.init(port: bench.port, token: bench.server.token, journal, after: other)
  }

  deinit { Platform.closeDescriptor(socket) }

  /// Sends what no client does.
  func send(_ text: String) throws { _ = try Platform.send(Array(text.utf8)[...], to: socket) }

  /// Takes what has arrived.
  func receive() throws {
    while !hasEnded {
      guard let bytes = try? Platform.receive(1 << 16, from: socket) as [UInt8]? ?? nil else { break }
      if bytes.isEmpty { hasEnded = true }
      input += bytes
    }
    if head.isEmpty, let end = input.firstRange(of: Array("\r\n\r\n".utf8)) {
      head = String(decoding: input[..<end.lowerBound], as: UTF8.self)
      input.removeFirst(end.upperBound)
    }
    guard head.contains("Transfer-Encoding: chunked") else { return }
    try takeChunks()
    try takeEvents()
  }

  private func takeChunks() throws {
    var start = 0
    while let end = input[start...].firstRange(of: Array("\r\n".utf8)) {
      let count = try #require(Int(String(decoding: input[start..<end.lowerBound], as: UTF8.self), radix: 16))
      guard input.count >= end.upperBound + count + 2 else { break }
      content += input[end.upperBound..<end.upperBound + count]
      start = end.upperBound + count + 2
    }
    input.removeFirst(start)
  }

  private func takeEvents() throws {
    var start = 0
    while let end = content[start...].firstIndex(of: 0x0a) {
      if end == start {
        heartbeats += 1
        start += 1
        continue
      }
      let event = try JSONValue(parsing: Array(content[start..<end]))
      func number(_ name: String) throws -> Int {
        guard case .number(let number)? = event[name] else { throw CocoaError(.coderInvalidValue) }
        return try #require(number.integer(Int.self))
      }
      if let journals = event["journals"] {
        lists.append(journals)
        start = end + 1
      } else if event["count"] == nil {
        cuts = try number("cuts")
        segments = []
        resets += 1
        start = end + 1
      } else {
        let count = try number("count")
        guard content.count > end + count else { break }
        let segment = try number("segment")
        if segment == segments.count { segments.append(Data()) }
        // Bytes come in order, and only to the last segment.
        #expect(segment == segments.count - 1)
        #expect(try number("from") == segments.last?.count)
        #expect(count > 0)
        segments[segments.count - 1] += content[end + 1...end + count]
        start = end + count + 1
      }
    }
    content.removeFirst(start)
  }
}
