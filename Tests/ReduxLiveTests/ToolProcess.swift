import Foundation
import SystemSupport
import Testing

/// What tests do with a running `live`.
enum ToolProcess {
  /// The port and the token that it prints. Waits for them.
  static func address(of tool: Process) throws -> (port: UInt16, token: String) {
    let output = try #require(tool.standardError as? Pipe).fileHandleForReading
    var text = ""
    while text.firstMatch(of: /token=[0-9a-f]{32}\n/) == nil {
      let data = output.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    return try address(in: text)
  }

  /// The port and the token in what it printed.
  static func address(in text: String) throws -> (port: UInt16, token: String) {
    let match = try #require(text.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)\/#token=([0-9a-f]{32})/))
    return (try #require(UInt16(match.1)), String(match.2))
  }

  /// Sends a command, and returns the body of the response.
  static func send(_ command: String, to address: (port: UInt16, token: String)) throws -> String {
    let socket = try Platform.connect(port: address.port)
    defer { Platform.closeDescriptor(socket) }
    let head = """
      POST /commands HTTP/1.1\r
      Host: 127.0.0.1:\(address.port)\r
      Authorization: Bearer \(address.token)\r
      Content-Length: \(command.utf8.count)\r
      \r

      """
    _ = try Platform.send(Array((head + command).utf8)[...], to: socket)
    var response: [UInt8] = []
    let end = Date(timeIntervalSinceNow: 60)
    while end > Date() {
      if let bytes = try Platform.receive(1 << 16, from: socket) {
        if bytes.isEmpty { break }
        response += bytes
      }
      Platform.sleep(.milliseconds(2))
    }
    return String(decoding: response, as: UTF8.self).components(separatedBy: "\r\n\r\n").last ?? ""
  }

  /// Reads what it prints, so that it never waits for this process.
  static func discardOutput(of tool: Process) {
    for case let pipe as Pipe in [tool.standardOutput, tool.standardError] {
      pipe.fileHandleForReading.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
    }
  }
}
