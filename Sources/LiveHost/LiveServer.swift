import LiveProtocol
package import ReduxJournal
import StateTree
import SystemSupport

/// What happened at a `LiveServer`.
package enum LiveEvent {
  /// An app connected; `continues` if the copy of its journal goes on from an earlier connection.
  case connected(LiveApp, continues: Bool)
  /// The connection of an app ended: by its end, or for a reason.
  case disconnected(LiveApp, reason: String?)
  /// A connection was refused.
  case refused(reason: String)
}

/// Serves the apps that connect, and the HTTP requests of the person who watches them.
///
/// It has no thread of its own: call `serve(for:)` again and again.
package final class LiveServer {
  /// The most connections at a time: of apps, and of others.
  static let maximumConnections = 64
  /// The most bytes of requests that aren't whole yet.
  private static let maximumWaiting = HTTPRequest.maximumBody + 4 << 20

  /// The port on the loopback address.
  package let port: UInt16
  /// The key that apps prove.
  package let key: JournalKey
  /// The token that HTTP requests carry.
  package let token: String
  /// The connected apps, in the order of their connection.
  package var apps: [LiveApp] { peers.compactMap { $0.app } }

  private let listener: Int32
  private let folder: CopyFolder
  let page: [UInt8]
  /// The journals of the apps so far, in the order of their connection.
  private(set) var journals: [JournalID] = []
  /// The paths of their journals, as the apps say.
  private var paths: [JournalID: String] = [:]
  private let patience: Int
  private(set) var peers: [LivePeer] = []
  /// The copies of the journals, also of apps that have gone.
  private(set) var mirrors: [JournalID: JournalMirror] = [:]
  /// The apps that have gone, with what they had written, but not sent.
  private var leaving: [(app: LiveApp, reason: String?, rest: UnsentBytes)] = []
  /// The list of journals that streams send.
  private var list = LiveStream.List()
  private var events: [LiveEvent] = []

  /// Opens the port.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any that is free.
  ///   - key: The key of the apps.
  ///   - folder: The folder for the copies of their journals.
  ///   - page: The page that shows them in a browser.
  ///   - patience: The time for a handshake or a request.
  ///   - maximumByteCount: The most bytes that all copies may have.
  /// - Throws: `SystemError`.
  package init(
    port: UInt16, key: JournalKey, folder: String, page: [UInt8] = [], patience: Duration = .seconds(5),
    maximumByteCount: Int = 16 << 30
  ) throws {
    self.page = page
    self.patience = Int(patience / .nanoseconds(1))
    self.folder = try CopyFolder(folder, maximumByteCount: maximumByteCount)
    (listener, self.port) = try Platform.listen(port: port)
    self.key = key
    token = LiveHandshake.random().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    updateList()
  }

  deinit {
    for peer in peers { Platform.closeDescriptor(peer.socket) }
    Platform.closeDescriptor(listener)
  }

  /// Serves for that time at most, and returns what happened.
  package func serve(for time: Duration) -> [LiveEvent] {
    var waiting =
      [Platform.Waiting(listener)]
      + peers.map { Platform.Waiting($0.socket, forInput: $0.takesInput, forOutput: $0.hasOutput) }
    Platform.wait(for: &waiting, leaving.isEmpty ? time : .zero)
    for (peer, ready) in zip(peers, waiting.dropFirst()) where !peer.isOver { serve(peer, hasInput: ready.hasInput) }
    for peer in peers where peer.isOver { close(peer) }
    takeUnsentBytes()
    for peer in peers { stream(to: peer) }
    if waiting[0].hasInput { accept() }
    defer { events = [] }
    return events
  }

  private func accept() {
    while let socket = try? Platform.accept(listener) {
      if peers.count >= LiveServer.maximumConnections {
        // Idle connections must not keep an app out.
        guard let idle = peers.first(where: { $0.app == nil && $0.stream == nil }) else {
          Platform.closeDescriptor(socket)
          continue
        }
        close(idle)
      }
      peers.append(LivePeer(socket, patience: patience))
    }
  }

  private func serve(_ peer: LivePeer, hasInput: Bool) {
    do {
      if hasInput { try peer.receive() }
      try peer.greet(key)
      while let frame = try peer.nextFrame() { try take(frame, from: peer) }
      if hasInput,
        let request = peer.nextRequest(checking: { [port, token] head throws(HTTPFailure) in
          try head.check(port: port, token: token)
        })
      {
        answer(request, of: peer)
      }
      if hasInput, peer.waitingByteCount > LivePeer.chunkByteCount,
        peers.reduce(0, { $0 + $1.waitingByteCount }) > LiveServer.maximumWaiting
      {
        peer.refuse(HTTPFailure(503, "too many large requests arrive at once"))
      }
      try peer.send()
      try peer.checkTime()
    } catch {
      peer.end(with: error)
    }
  }

  private func close(_ peer: LivePeer) {
    Platform.closeDescriptor(peer.socket)
    peers.removeAll { $0 === peer }
    if let app = peer.app {
      for (_, done) in app.waiting { done(LiveAnswer(number: 0, failure: "the app has gone", status: nil)) }
      leaving.append((app, peer.failure, UnsentBytes(of: app.mirror, at: app.path)))
      updateList()
    } else if let reason = peer.failure {
      events.append(.refused(reason: reason))
    }
  }

  /// Sends a stream what is new, in the turn in which it came.
  private func stream(to peer: LivePeer) {
    guard let stream = peer.stream else { return }
    do { try peer.stream(list, stream.journal.flatMap { mirrors[$0] }) } catch { peer.end(with: error) }
  }

  private func updateList() {
    list.number += 1
    list.line = LiveStream.line(["journals": .array(journals.map(json))])
  }

  /// A journal as JSON: its copy, and the app, while it is connected.
  func json(_ journal: JournalID) -> JSONValue {
    [
      "journal": .string(journal.text), "file": .string(mirrors[journal]?.path ?? ""),
      "cuts": .number(JSONNumber(mirrors[journal]?.cuts ?? 0)),
      "app": apps.first { $0.journal == journal }?.json ?? .null,
    ]
  }

  // MARK: Apps

  private func take(_ frame: LiveFrame, from peer: LivePeer) throws {
    switch (frame.kind, peer.app) {
    case (.hello, nil):
      let hello = try frame.message(LiveHello.self)
      guard let journal = JournalID(hello.journal) else { throw LiveError.malformed("a journal's id") }
      // The old connection of a restarted app may not have noticed its end.
      for other in peers where other !== peer && other.app?.journal == journal {
        other.end()
        close(other)
      }
      // Its session sends the rest.
      leaving.removeAll { app, reason, _ in
        guard app.journal == journal else { return false }
        leave(app, reason)
        return true
      }
      let mirror = try openMirror(of: journal)
      if !journals.contains(journal) { journals.append(journal) }
      paths[journal] = hello.path
      let end = try mirror.end()
      let app = LiveApp(hello, mirror) { [unowned peer] in try peer.send($0) }
      peer.app = app
      updateList()
      try peer.send(LiveFrame(.welcome, message: LiveWelcome(copy: end)))
      events.append(.connected(app, continues: end != nil))
    case (.piece, let app?):
      guard let piece = JournalFollower.Piece(frame.payload) else { throw LiveError.malformed("a piece") }
      let cuts = app.mirror.cuts
      defer { if app.mirror.cuts != cuts { updateList() } }
      try app.mirror.add(piece)
    case (.answer, let app?):
      let answer = try frame.message(LiveAnswer.self)
      app.waiting.removeValue(forKey: answer.number)?(answer)
    case (.heartbeat, _): try peer.send(LiveFrame(.heartbeat))
    default: throw LiveError.malformed("expected now")
    }
  }

  /// Opens the copy of a journal, or creates it.
  private func openMirror(of journal: JournalID) throws -> JournalMirror {
    let mirror = try JournalMirror(of: journal, in: folder, cuts: mirrors[journal]?.cuts ?? 0)
    mirrors[journal] = mirror
    return mirror
  }

  /// Takes some of what apps had written when they died, but not sent.
  private func takeUnsentBytes() {
    for index in leaving.indices.reversed() where !leaving[index].rest.takeSome() {
      let (app, reason, _) = leaving.remove(at: index)
      leave(app, reason)
    }
  }

  /// Whether it still reads what apps had written that have gone.
  package var isBehind: Bool { !leaving.isEmpty }

  private func leave(_ app: LiveApp, _ reason: String?) {
    app.mirror.release()
    events.append(.disconnected(app, reason: reason))
  }

  /// Completes the copies of apps that have gone, such as by the seal that an app wrote after its session.
  package func completeCopies() {
    while !leaving.isEmpty { takeUnsentBytes() }
    for (journal, path) in paths where !apps.contains(where: { $0.journal == journal }) {
      guard let mirror = try? openMirror(of: journal) else { continue }
      var rest = UnsentBytes(of: mirror, at: path)
      while rest.takeSome() {}
    }
  }
}

/// What an app had written when it died, but not sent.
///
/// The app names the file, so only a journal with the copy's id that continues the copy is read.
private struct UnsentBytes {
  private static let pieceByteCount = 1 << 16
  /// Others wait while it reads.
  private static let piecesAtOnce = 16

  private let mirror: JournalMirror
  private var follower: JournalFollower?

  init(of mirror: JournalMirror, at path: String) {
    self.mirror = mirror
    guard let end = try? mirror.end() as JournalFollower.Copy?? else { return }
    var follower = JournalFollower(path: path, journal: mirror.journal, cuts: nil)
    switch try? follower.start(after: end) {
    case .atEnd: break
    case .atOldest where end == nil: break
    case .differs(let cut): if (try? mirror.add(cut)) == nil { return }
    default: return
    }
    self.follower = follower
  }

  /// Copies some of it; returns whether there may be more.
  mutating func takeSome() -> Bool {
    for _ in 0..<UnsentBytes.piecesAtOnce {
      guard let piece = try? follower?.next(atMost: UnsentBytes.pieceByteCount), (try? mirror.add(piece)) != nil else {
        return false
      }
    }
    return true
  }
}
