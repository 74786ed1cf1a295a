import Foundation
import TestSupport

/// The built `reduxlog`, run as a process of its own.
struct Executable {
  /// How a process ended and what it printed.
  struct Result: Equatable {
    var status: Int32
    var output: String
    var errorOutput = ""
  }

  private let url: URL
  let folder: URL

  /// - Parameter folder: Where it runs.
  /// - Throws: `CocoaError` if it was not built.
  init(in folder: String) throws {
    brokenPipesAreErrors
    self.folder = URL(fileURLWithPath: folder, isDirectory: true)
    // The executable is a dependency of the tests, so it is built into the folder of their bundle.
    let places = [Bundle.main.bundleURL, Bundle.main.executableURL, URL(fileURLWithPath: CommandLine.arguments[0])]
    let folders =
      places.compactMap { $0?.deletingLastPathComponent() } + [Bundle.main.bundleURL]
      + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    let candidates = folders.map { $0.appendingPathComponent("reduxlog") }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    url = found
  }

  var path: String { url.path }

  /// Runs a command line, words separated by spaces, and waits for its end.
  func run(_ line: String, input: String = "", environment: [String: String] = [:]) throws -> Result {
    try wait(for: start(line, environment: environment), input: input)
  }

  /// A command line on its way, with pipes for its streams.
  func start(_ line: String, environment: [String: String] = [:]) throws -> Process {
    try start(url, line.split(separator: " ").map(String.init), environment: environment)
  }

  /// Runs a script of the shell, in which `$REDUXLOG` is the executable.
  func shell(_ script: String) throws -> Result {
    try wait(
      for: start(URL(fileURLWithPath: "/bin/sh"), ["-c", script], environment: ["REDUXLOG": path]), input: "")
  }

  private func start(_ url: URL, _ arguments: [String], environment: [String: String]) throws -> Process {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var variables = ProcessInfo.processInfo.environment
    variables["REDUXLOG_TOOL"] = nil
    variables["TMPDIR"] = folder.path
    process.environment = variables.merging(environment) { $1 }
    process.standardInput = Pipe()
    process.standardOutput = Pipe()
    process.standardError = Pipe()
    try process.run()
    return process
  }

  /// Waits for the end of a process. It prints less than a pipe holds on its error output.
  func wait(for process: Process, input: String = "") throws -> Result {
    if let pipe = process.standardInput as? Pipe {
      if !input.isEmpty { try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
      try pipe.fileHandleForWriting.close()
    }
    let output = try Executable.text(process.standardOutput)
    let errorOutput = try Executable.text(process.standardError)
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: output, errorOutput: errorOutput)
  }

  private static func text(_ pipe: Any?) throws -> String {
    guard let pipe = pipe as? Pipe, let data = try pipe.fileHandleForReading.readToEnd() else { return "" }
    return String(decoding: data, as: UTF8.self)
  }
}
