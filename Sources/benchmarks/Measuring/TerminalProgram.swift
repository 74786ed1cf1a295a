import Foundation
import SystemSupport

/// A program that draws on a terminal, for measuring when its screen is complete.
final class TerminalProgram {
  /// After so much silence, the screen is complete.
  private static let silence = Duration.milliseconds(200)

  private let id: Int32
  private let controller: Int32
  private let start: Int
  private var peaks: [Int32: Int] = [:]

  /// Starts a program.
  ///
  /// - Throws: `Platform.SystemError`.
  init(_ path: String, _ arguments: [String], columns: Int, rows: Int) throws {
    let ends = try Platform.makePseudoTerminal(columns: columns, rows: rows)
    defer { Platform.closeDescriptor(ends.terminal) }
    controller = ends.controller
    start = Platform.nanoseconds()
    id = try Platform.start(
      path, [path] + arguments,
      environment: ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"],
      input: ends.terminal, output: ends.terminal, errorOutput: ends.terminal)
  }

  deinit {
    Platform.killProcess(id)
    _ = Platform.wait(for: id)
    Platform.closeDescriptor(controller)
  }

  /// The nanoseconds from the start of the program until it has drawn a text.
  func time(until text: String) -> Double {
    var output: [UInt8] = []
    while let bytes = read(within: .seconds(60)) {
      output += bytes
      if String(decoding: output, as: UTF8.self).contains(text) { break }
    }
    return Double(Platform.nanoseconds() - start)
  }

  /// Waits until the program draws nothing any more.
  func settle() { while read(within: .seconds(2)) != nil { noteMemory() } }

  /// Presses keys, and returns the nanoseconds until the screen is complete.
  func press(_ keys: String) -> Double {
    let start = Platform.nanoseconds()
    try? Platform.writeAll(Array(keys.utf8), to: controller)
    var last = start
    while read(within: TerminalProgram.silence) != nil { last = Platform.nanoseconds() }
    noteMemory()
    return Double(last - start)
  }

  /// The most bytes of memory that the program and its processes had at their peaks; `nil` if the system doesn't say.
  var peakBytes: Int? {
    noteMemory()
    return peaks.isEmpty ? nil : peaks.values.reduce(0, +)
  }

  private func read(within time: Duration) -> [UInt8]? {
    guard Platform.hasInput(controller, within: time) else { return nil }
    return try? Platform.read(1 << 16, from: controller)
  }

  private func noteMemory() {
    for id in [id] + children(of: id) {
      guard let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
        let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
      else { continue }
      peaks[id] = 1024 * kilobytes
    }
  }

  private func children(of id: Int32) -> [Int32] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    return tasks.flatMap { task in
      ((try? String(contentsOfFile: "/proc/\(id)/task/\(task)/children", encoding: .utf8)) ?? "")
        .split(separator: " ").compactMap { Int32($0) }
    }
  }
}
