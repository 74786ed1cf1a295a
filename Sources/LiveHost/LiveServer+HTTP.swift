import LiveProtocol
import ReduxJournal
import StateTree

/// The HTTP interface: for the page, and for scripts.
extension LiveServer {
  /// The most bytes of a journal in an answer.
  private static let maximumChunk = 1 << 22

  func answer(_ request: HTTPRequest, of peer: LivePeer) {
    do throws(HTTPFailure) {
      switch (request.method, request.path) {
      case ("GET", "/"): peer.respond(200, page, type: "text/html; charset=utf-8")
      case ("GET", "/journals"): peer.respond(200, .array(journals.map(sizedJSON)))
      case ("GET", let path) where path.hasPrefix("/journals/"):
        peer.respond(200, try bytes(at: path), type: "application/octet-stream")
      case ("POST", "/stream"): peer.respond(with: try stream(of: request))
      case ("POST", "/commands"):
        let (command, journal) = try request.command()
        let app = try app(of: journal)
        app.send(command) { [weak peer] answer in
          peer?.respond(answer.failure == nil ? 200 : 409, answer.json)
        }
      case (_, "/"), (_, "/journals"): throw HTTPFailure(405, "use GET")
      case (_, "/stream"), (_, "/commands"): throw HTTPFailure(405, "use POST")
      default: throw HTTPFailure(404, "no such resource; there are POST /stream, POST /commands and GET /journals")
      }
    } catch {
      peer.respond(error.status, ["failure": .string(error.reason)])
    }
  }

  private func stream(of request: HTTPRequest) throws(HTTPFailure) -> LiveStream {
    let stream = try request.stream()
    if let journal = stream.journal, mirrors[journal] == nil {
      throw HTTPFailure(404, "no such journal; a stream without 'journal' lists them")
    }
    guard peers.count(where: { $0.stream != nil }) < LiveStream.maximumCount else {
      throw HTTPFailure(503, "there are \(LiveStream.maximumCount) streams already")
    }
    return stream
  }

  /// A journal as JSON, with the bytes of each segment.
  private func sizedJSON(_ journal: JournalID) -> JSONValue {
    guard case .object(var object) = json(journal) else { return .null }
    if let mirror = mirrors[journal] {
      object["bytes"] = .array((0..<mirror.segmentCount).map { .number(JSONNumber(mirror.byteCount(ofSegment: $0))) })
    }
    return .object(object)
  }

  /// Reads bytes of a copy's segment: `/journals/ID/INDEX?from=OFFSET`.
  private func bytes(at path: String) throws(HTTPFailure) -> [UInt8] {
    let unknown = HTTPFailure(404, "no such journal or segment; GET /journals lists them")
    guard let match = path.wholeMatch(of: /\/journals\/([0-9a-f]{32})\/([0-9]{1,6})\?from=([0-9]{1,15})/),
      let journal = JournalID(String(match.1)), let mirror = mirrors[journal], let index = Int(match.2),
      index < mirror.segmentCount, let offset = Int(match.3),
      let bytes = try? mirror.bytes(ofSegment: index, from: offset, atMost: LiveServer.maximumChunk)
    else { throw unknown }
    return bytes
  }

  private func app(of journal: String?) throws(HTTPFailure) -> LiveApp {
    guard let journal else {
      guard let first = apps.first else { throw HTTPFailure(409, "no app is connected") }
      guard apps.count == 1 else {
        throw HTTPFailure(409, "several apps are connected; name a journal of GET /journals")
      }
      return first
    }
    guard let app = apps.first(where: { $0.journal.text == journal }) else {
      throw HTTPFailure(409, "no connected app writes this journal")
    }
    return app
  }
}
