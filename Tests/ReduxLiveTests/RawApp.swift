import Foundation
import LiveHost
import LiveProtocol
import ReduxJournal
import SystemSupport
import TestSupport

/// An app that has the key, and sends what a test wants.
final class RawApp {
  private let socket: Int32
  private var sealer: FrameSealer
  private var opener: FrameOpener

  /// Connects, and says hello.
  init(_ bench: LiveBench, journal: String, path: String) throws {
    let socket = try Platform.connect(port: bench.port)
    self.socket = socket
    let random = LiveHandshake.random()
    var tool: [UInt8] = []
    _ = try Platform.send((LiveHandshake.greeting + random)[...], to: socket)
    try bench.serve {
      tool += try Platform.receive(1 << 10, from: socket) ?? []
      return tool.count >= 2 * LiveHandshake.byteCount
    }
    let handshake = LiveHandshake(bench.key, app: random, tool: Array(tool[..<LiveHandshake.byteCount]))
    sealer = handshake.appSealer
    opener = handshake.toolOpener(tool[(2 * LiveHandshake.byteCount)...])
    _ = try Platform.send(handshake.appProof[...], to: socket)
    try send(
      LiveFrame(.hello, message: LiveHello(process: 1, journal: journal, path: path, capabilities: [])))
  }

  deinit { Platform.closeDescriptor(socket) }

  func send(_ frame: LiveFrame) throws { _ = try Platform.send(sealer.seal(frame)[...], to: socket) }

  /// The frames that the tool has sent.
  func frames() throws -> [LiveFrame] {
    while let bytes = try Platform.receive(1 << 16, from: socket), !bytes.isEmpty { opener.take(bytes) }
    var frames: [LiveFrame] = []
    while let frame = try opener.next() { frames.append(frame) }
    return frames
  }
}
