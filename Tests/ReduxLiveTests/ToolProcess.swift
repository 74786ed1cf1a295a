import Foundation
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
    let match = try #require(text.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)\/#token=([0-9a-f]{32})/))
    return (try #require(UInt16(match.1)), String(match.2))
  }

  /// Reads what it prints, so that it never waits for this process.
  static func discardOutput(of tool: Process) {
    for case let pipe as Pipe in [tool.standardOutput, tool.standardError] {
      pipe.fileHandleForReading.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
    }
  }
}
