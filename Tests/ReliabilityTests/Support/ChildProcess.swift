import Foundation
import SystemSupport
import TestSupport

/// A running `RecordingChild`, possibly started by another program.
final class ChildProcess {
  private let id: Int32
  private let input: Int32
  private let output: Int32
  private var pending: ArraySlice<UInt8> = []
  private var isInputOpen = true
  private var status: Int32?
  /// The silence after which the child counts as hanging.
  var patience: Duration = .seconds(60)
  /// The lines so far, in order.
  private(set) var said: [String] = []

  /// - Parameters:
  ///   - wrapper: A command that runs the command after it.
  ///   - arguments: The child's arguments, for the inspector.
  /// - Throws: `Platform.SystemError` if it can't be started.
  init(under wrapper: [String] = [], arguments: [String] = []) throws {
    let input = try Platform.makePipe()
    let output = try Platform.makePipe()
    defer {
      Platform.closeDescriptor(input.reading)
      Platform.closeDescriptor(output.writing)
    }
    self.input = input.writing
    self.output = output.reading
    let words = wrapper + [try Executable.path(of: "RecordingChild")] + arguments
    id = try Platform.start(
      words[0], words, input: input.reading, output: output.writing, startsGroup: true)
  }

  deinit {
    if status == nil {
      kill()
      _ = Platform.wait(for: id)
    }
    if isInputOpen { Platform.closeDescriptor(input) }
    Platform.closeDescriptor(output)
  }

  /// Runs a child with commands, and returns its output.
  static func run(_ lines: [String], under wrapper: [String] = []) throws -> (said: [String], status: Int32) {
    let child = try ChildProcess(under: wrapper)
    for line in lines { child.send(line) }
    let status = child.finish()
    return (child.said, status)
  }

  func send(_ line: String) {
    brokenPipesAreErrors
    Platform.write("\(line)\n", to: input)
  }

  /// The next line; `nil` at the end, or if the child hangs.
  func next() -> String? {
    while true {
      if let end = pending.firstIndex(of: 0x0a) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending = pending[(end + 1)...]
        said.append(line)
        return line
      }
      guard hasOutput() else {
        // It hangs. Its status will show the kill.
        kill()
        return nil
      }
      guard let bytes = try? Platform.read(1 << 16, from: output), !bytes.isEmpty else { return nil }
      pending = ArraySlice(pending + bytes)
    }
  }

  /// Waits for output or its end; `false` if the child hangs.
  private func hasOutput() -> Bool {
    let end = ContinuousClock.now + patience
    // A signal may end the wait early.
    while !Platform.hasInput(output, within: end - .now) {
      if ContinuousClock.now >= end { return false }
    }
    return true
  }

  /// Reads up to a line with this start; `nil` if there is none.
  func next(_ start: String) -> String? {
    while let line = next() {
      if line.hasPrefix(start) { return line }
    }
    return nil
  }

  /// Sends a command and waits for a line with this start.
  func ask(_ line: String, _ start: String) -> String? {
    send(line)
    return next(start)
  }

  /// Sends a signal to the child, but not to its own children.
  func send(signal: Int32) { Platform.send(signal, to: id) }

  /// `kill -9`.
  func kill() { Platform.killGroup(id) }

  /// Reads the remaining output and waits for the exit code, or 128 plus the signal's number.
  func finish() -> Int32 {
    if isInputOpen {
      Platform.closeDescriptor(input)
      isInputOpen = false
    }
    while next() != nil {}
    let status = Platform.wait(for: id).shellStatus
    self.status = status
    return status
  }
}
