import LiveProtocol
import ReduxJournal
import StateTree

/// A request of HTTP/1.1. It is read strictly: a request that two readers could read differently is refused.
struct HTTPRequest {
  /// The most bytes of the head and of the body.
  static let maximumHead = 8 << 10
  static let maximumBody = 8 << 20

  let method: String
  let path: String
  /// The headers by their names in lower case.
  let headers: [String: String]
  private(set) var body: [UInt8] = []

  /// Reads a request; `nil` if more bytes have to arrive.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that have arrived.
  ///   - check: Refuses a request by its head, before the body is taken.
  /// - Throws: `HTTPFailure`.
  init?(
    parsing bytes: [UInt8], checking check: (HTTPRequest) throws(HTTPFailure) -> Void
  ) throws(HTTPFailure) {
    let end = Array("\r\n\r\n".utf8)
    guard let headEnd = bytes.prefix(HTTPRequest.maximumHead).firstRange(of: end) else {
      guard bytes.count < HTTPRequest.maximumHead else { throw HTTPFailure(431, "the head is too long") }
      return nil
    }
    let head = bytes[..<headEnd.lowerBound]
    guard head.allSatisfy({ $0 >= 0x20 && $0 < 0x7f || $0 == 0x0d || $0 == 0x0a }),
      case let lines = head.split(separator: Array("\r\n".utf8), omittingEmptySubsequences: false),
      lines.allSatisfy({ !$0.contains(0x0d) && !$0.contains(0x0a) }),
      case let lines = lines.map({ String(decoding: $0, as: UTF8.self) })
    else { throw HTTPFailure(400, "the head has other characters than HTTP allows") }
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1", !words[0].isEmpty, words[1].first == "/" else {
      throw HTTPFailure(400, "the first line isn't one of HTTP/1.1")
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), case let name = line[..<colon], !name.isEmpty,
        name.utf8.allSatisfy({ HTTPRequest.isTokenCharacter($0) })
      else { throw HTTPFailure(400, "a header isn't 'Name: value'") }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      guard headers.updateValue(String(value), forKey: name.lowercased()) == nil else {
        throw HTTPFailure(400, "the header '\(name)' occurs twice")
      }
    }
    guard headers["transfer-encoding"] == nil else { throw HTTPFailure(411, "send a Content-Length") }
    var count = 0
    if let length = headers["content-length"] {
      guard length.utf8.allSatisfy({ $0 &- 0x30 < 10 }), length.utf8.count <= 9, let number = Int(length) else {
        throw HTTPFailure(400, "Content-Length isn't a number")
      }
      guard number <= HTTPRequest.maximumBody else { throw HTTPFailure(413, "the body is too long") }
      count = number
    } else if words[0] == "POST" {
      throw HTTPFailure(411, "send a Content-Length")
    }
    method = String(words[0])
    path = String(words[1])
    self.headers = headers
    try check(self)
    let body = bytes[headEnd.upperBound...]
    guard body.count >= count else { return nil }
    // A proxy could have put another client's request behind the first one.
    guard body.count == count else { throw HTTPFailure(400, "send one request per connection") }
    self.body = Array(body)
  }

  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// Checks that the request is meant for this server and comes from the holder of the token.
  ///
  /// A page of another site can make a browser send requests, but not with this `Host`, `Origin` and `Authorization`.
  func check(port: UInt16, token: String) throws(HTTPFailure) {
    let address = "127.0.0.1:\(port)"
    guard headers["host"] == address else { throw HTTPFailure(421, "this is http://\(address)") }
    if let origin = headers["origin"], origin != "http://\(address)" {
      throw HTTPFailure(403, "another site sent the request")
    }
    // The page holds nothing, and a browser opens it without the header.
    if method == "GET", path == "/" { return }
    guard let sent = headers["authorization"], areEqual(Array(sent.utf8), Array("Bearer \(token)".utf8)) else {
      throw HTTPFailure(401, "send 'Authorization: Bearer TOKEN' with the token that 'reduxlog live' prints")
    }
  }

  // MARK: Bodies

  /// Reads a command from the body: `{"do": "show", "seq": 12}`, and a `journal` if several apps are connected.
  func command() throws(HTTPFailure) -> (LiveCommand, journal: String?) {
    let object = try object(of: ["do", "seq", "action", "state", "name", "journal"])
    guard let kind = object["do"]?.string.flatMap(LiveCommand.Kind.init) else {
      let kinds = LiveCommand.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw HTTPFailure(400, "the body needs a member 'do': \(kinds)")
    }
    let seq = try number("seq", of: object)
    if [.show, .toggle].contains(kind), seq == nil { throw HTTPFailure(400, "'\(kind.rawValue)' needs a 'seq'") }
    if kind == .dispatch, object["action"] == nil { throw HTTPFailure(400, "'dispatch' needs an 'action'") }
    if kind == .open, object["state"] == nil { throw HTTPFailure(400, "'open' needs a 'state'") }
    let command = LiveCommand(
      number: 0, kind, seq: seq, action: object["action"], state: object["state"], name: try text("name", of: object))
    return (command, try text("journal", of: object))
  }

  /// Reads from the body what the client of a stream has: nothing, or `{"journal": ID, "cuts": 0, "segment": 0, "from": 4096}`.
  func stream() throws(HTTPFailure) -> LiveStream {
    let object = try object(of: ["journal", "cuts", "segment", "from"])
    let cuts = try number("cuts", of: object)
    let segment = try number("segment", of: object)
    let offset = try number("from", of: object)
    var journal: JournalID?
    if let text = try text("journal", of: object) {
      journal = JournalID(text)
      if journal == nil { throw HTTPFailure(400, "'journal' isn't the id of a journal") }
    }
    // A client that has something says all of it.
    let places = [cuts, segment, offset].count(where: { $0 != nil })
    guard places == 0 || places == 3 && journal != nil else {
      throw HTTPFailure(400, "'journal', 'cuts', 'segment' and 'from' belong together")
    }
    return LiveStream(of: journal, cuts: cuts, segment: segment ?? 0, offset: offset ?? 0)
  }

  private func object(of members: [String]) throws(HTTPFailure) -> JSONObject {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: body) } catch {
      throw HTTPFailure(400, "the body isn't JSON: \(error)")
    }
    guard case .object(let object) = json else { throw HTTPFailure(400, "the body isn't an object") }
    if let other = object.keys.first(where: { !members.contains($0) }) {
      throw HTTPFailure(
        400, "the body has an unknown member '\(other)'; there are \(members.joined(separator: ", "))")
    }
    return object
  }

  private func number(_ name: String, of object: JSONObject) throws(HTTPFailure) -> Int? {
    guard let member = object[name] else { return nil }
    guard case .number(let number) = member, let integer = number.integer(Int.self), integer >= 0 else {
      throw HTTPFailure(400, "'\(name)' isn't a whole number")
    }
    return integer
  }

  private func text(_ name: String, of object: JSONObject) throws(HTTPFailure) -> String? {
    guard let member = object[name] else { return nil }
    guard let text = member.string else { throw HTTPFailure(400, "'\(name)' isn't a text") }
    return text
  }

  // MARK: Responses

  /// The head of a response; `nil` bytes for one in chunks.
  static func head(_ status: Int, type: String, byteCount: Int?) -> [UInt8] {
    let reasons = [
      200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
      409: "Conflict", 411: "Length Required", 413: "Content Too Large", 421: "Misdirected Request",
      431: "Request Header Fields Too Large", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]
    let lines = [
      "HTTP/1.1 \(status) \(reasons[status] ?? "")", "Content-Type: \(type)",
      byteCount.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked",
      "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
      // The page has a policy of its own, too, which allows its script.
      "Content-Security-Policy: frame-ancestors 'none'\(type.hasPrefix("text/html") ? "" : "; default-src 'none'")",
      "Connection: close", "", "",
    ]
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}

/// The reason why a request isn't served.
struct HTTPFailure: Error, Equatable {
  let status: Int
  let reason: String

  init(_ status: Int, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}
