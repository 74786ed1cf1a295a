package import ReduxJournal
import StateTree

/// Proves the app and the tool to each other, and makes the keys of their frames.
///
/// The app sends a fixed text and sixteen random bytes. The tool answers with sixteen of its own and a proof, and the app with
/// its proof. A proof is a keyed hash of the role and both random texts, so that neither side can send back what it got.
package struct LiveHandshake: Sendable {
  /// The first bytes of a connection, which also tell it from HTTP.
  package static let greeting = Array("reduxlog-live/1\n".utf8)
  /// The number of random bytes, and of bytes in a proof.
  package static let byteCount = 16

  private let key: JournalKey
  private let app: [UInt8]
  private let tool: [UInt8]

  /// Creates the handshake of a connection from the random bytes of both sides.
  package init(_ key: JournalKey, app: [UInt8], tool: [UInt8]) {
    self.key = key
    self.app = app
    self.tool = tool
  }

  /// Random bytes that were never used before.
  package static func random() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// The tool's proof.
  package var toolProof: [UInt8] { bytes(of: hash("tool").finalized()) }
  /// The app's proof.
  package var appProof: [UInt8] { bytes(of: hash("app").finalized()) }

  /// The frames from the app, for the app to send.
  package var appSealer: FrameSealer { FrameSealer(frames("app frames")) }
  /// The frames from the tool, for the tool to send.
  package var toolSealer: FrameSealer { FrameSealer(frames("tool frames")) }
  /// The frames from the app, for the tool to read; `first` are the bytes that came behind the handshake.
  package func appOpener(_ first: some Sequence<UInt8>) -> FrameOpener { FrameOpener(frames("app frames"), first) }
  /// The frames from the tool, for the app to read.
  package func toolOpener(_ first: some Sequence<UInt8>) -> FrameOpener { FrameOpener(frames("tool frames"), first) }

  private func hash(_ role: String) -> SipHash {
    var hash = key.hash
    hash.update(Array("reduxlog-live \(role)".utf8))
    hash.update(app)
    hash.update(tool)
    return hash
  }

  /// A hash under a key that only this connection and direction have.
  private func frames(_ role: String) -> SipHash {
    let derived = hash(role).finalized()
    return SipHash(key: (derived.low, derived.high))
  }

  private func bytes(of hash: StateHash) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: hash.low)
    bytes.append(littleEndian: hash.high)
    return bytes
  }
}

/// What the environment of an app says about the tool to connect to.
package struct LiveAddress: Sendable {
  /// The variable with the address, `127.0.0.1:PORT`.
  package static let variable = "REDUXLOG_LIVE"
  /// The variable with the key, 32 hex digits.
  package static let keyVariable = "REDUXLOG_LIVE_KEY"

  package let port: UInt16
  package let key: JournalKey

  /// Reads the variables of an environment; `nil` if the address isn't set.
  ///
  /// - Throws: A text that says which variable is wrong, without its value.
  package init?(_ variable: (String) -> String?) throws(LiveAddressError) {
    guard let address = variable(LiveAddress.variable), !address.isEmpty else { return nil }
    let parts = address.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "127.0.0.1", let port = UInt16(parts[1]), port > 0 else { throw .address }
    guard let digits = variable(LiveAddress.keyVariable), let key = try? JournalKey(digits: digits) else { throw .key }
    self.port = port
    self.key = key
  }
}

/// Why an app doesn't connect although its environment asks for it.
package enum LiveAddressError: Error, Sendable, CustomStringConvertible {
  case address
  case key

  package var description: String {
    switch self {
    case .address: "\(LiveAddress.variable) isn't 127.0.0.1:PORT; copy the line that 'reduxlog live' prints"
    case .key: "\(LiveAddress.keyVariable) isn't 32 hex digits; copy the line that 'reduxlog live' prints"
    }
  }
}
