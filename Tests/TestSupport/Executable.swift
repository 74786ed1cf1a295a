package import Foundation

/// A built executable of the package, run as a process of its own.
package struct Executable: Sendable {
  /// How a process ended and what it printed.
  package struct Result: Equatable {
    package var status: Int32
    package var output: String
    package var errorOutput: String

    package init(status: Int32, output: String, errorOutput: String = "") {
      self.status = status
      self.output = output
      self.errorOutput = errorOutput
    }
  }

  package let path: String
  package let folder: URL
  /// The variables that its processes get in any case.
  private let variables: [String: String]

  /// - Parameters:
  ///   - name: The name of a product on which the tests depend.
  ///   - tool: The product to which `reduxlog` hands over.
  ///   - folder: The working directory of its processes.
  /// - Throws: `CocoaError` if one was not built.
  package init(_ name: String = "reduxlog", tool: String? = nil, in folder: String) throws {
    brokenPipesAreErrors
    self.folder = URL(fileURLWithPath: folder, isDirectory: true)
    path = try Executable.path(of: name)
    variables = try tool.map { ["REDUXLOG_TOOL": try Executable.path(of: $0)] } ?? [:]
  }

  /// The path of an executable on which the tests depend: SwiftPM builds it beside their bundle.
  ///
  /// - Throws: `CocoaError` if it was not built.
  package static func path(of name: String) throws -> String {
    let places = [Bundle.main.bundleURL, Bundle.main.executableURL, URL(fileURLWithPath: CommandLine.arguments[0])]
    let folders =
      places.compactMap { $0?.deletingLastPathComponent() } + [Bundle.main.bundleURL]
      + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    let candidates = folders.map { $0.appendingPathComponent(name).path }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return found
  }

  /// Runs a command line, words separated by spaces, and waits for its end.
  package func run(_ line: String, input: String = "", environment: [String: String] = [:]) throws -> Result {
    try run(line.split(separator: " ").map(String.init), input: input, environment: environment)
  }

  /// Runs it with arguments, and waits for its end.
  package func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> Result {
    try wait(for: start(path, arguments, environment: environment), input: input)
  }

  /// Starts a command line, words separated by spaces, with pipes for its streams.
  package func start(_ line: String, environment: [String: String] = [:]) throws -> Process {
    try start(path, line.split(separator: " ").map(String.init), environment: environment)
  }

  /// Runs a script of the shell, in which `$REDUXLOG` is the executable.
  package func shell(_ script: String) throws -> Result {
    try wait(for: start("/bin/sh", ["-c", script], environment: ["REDUXLOG": path]), input: "")
  }

  private func start(_ path: String, _ arguments: [String], environment: [String: String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var inherited = ProcessInfo.processInfo.environment
    inherited["REDUXLOG_TOOL"] = nil
    inherited["TMPDIR"] = folder.path
    process.environment = inherited.merging(variables) { $1 }.merging(environment) { $1 }
    process.standardInput = Pipe()
    process.standardOutput = Pipe()
    process.standardError = Pipe()
    try process.run()
    return process
  }

  /// Waits for the end of a process, whose error output must fit into a pipe.
  package func wait(for process: Process, input: String = "") throws -> Result {
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
