import LiveProtocol
import ReduxJournal
import StateTree

/// The HTTP interface: for the page, and for scripts.
extension LiveServer {
  func answer(_ request: HTTPRequest, of peer: LivePeer) {
    do throws(HTTPFailure) {
      switch (request.method, request.path) {
      case ("GET", "/"): peer.respond(200, page, type: "text/html; charset=utf-8")
      case ("GET", "/journals"): peer.respond(200, .array(journals.map(json)))
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
