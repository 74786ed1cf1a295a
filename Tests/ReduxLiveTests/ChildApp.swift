import Foundation
import LiveProtocol
import ReduxJournal
import SystemSupport
import TestSupport

/// A process of `LiveChild`.
final class ChildApp {
  let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var lines: [String] = []
  private var rest = ""

  /// Starts it, watched by the tool at a port, if there is one.
  init(_ folder: TemporaryFolder, at port: UInt16? = nil, _ key: JournalKey? = nil) throws {
    brokenPipesAreErrors
    process.executableURL = URL(filePath: try Executable.path(of: "LiveChild"))
    process.arguments = [folder.path(of: "shelf.jsonl")]
    if let port, let key {
      process.environment = [LiveAddress.variable: "127.0.0.1:\(port)", LiveAddress.keyVariable: key.digits]
    } else {
      process.environment = [:]
    }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Kills it: a process of a test inherits a mask that blocks the signal of `terminate()`.
  func kill() {
    Platform.killProcess(process.processIdentifier)
    process.waitUntilExit()
  }

  func write(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

  /// The next line that it prints. Waits for it.
  func line() -> String {
    while !rest.contains("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return rest }
      rest += String(decoding: data, as: UTF8.self)
    }
    let end = rest.firstIndex(of: "\n") ?? rest.endIndex
    defer { rest.removeSubrange(...end) }
    return String(rest[..<end])
  }
}
