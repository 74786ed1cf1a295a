import Foundation
import TestSupport

/// A `RecordingChild` on its way, perhaps under another program that starts it.
final class ChildProcess {
  private let id: Int32
  private let input: Int32
  private let output: Int32
  private var pending: ArraySlice<UInt8> = []
  private var isInputOpen = true
  private var status: Int32?
  /// How long it may say nothing before it is taken to hang.
  var patience: Duration = .seconds(60)
  /// What it said so far, in order.
  private(set) var said: [String] = []

  /// - Parameters:
  ///   - wrapper: The words of a command that runs the command which follows them.
  ///   - arguments: Its arguments, for the inspector.
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
    id = try Platform.start(
      wrapper + [try Executable.path(of: "RecordingChild")] + arguments, input: input.reading, output: output.writing)
  }

  deinit {
    if status == nil {
      kill()
      _ = Platform.wait(for: id)
    }
    if isInputOpen { Platform.closeDescriptor(input) }
    Platform.closeDescriptor(output)
  }

  /// Runs a child that does what the lines say, and returns what it said.
  static func run(_ lines: [String], under wrapper: [String] = []) throws -> (said: [String], status: Int32) {
    let child = try ChildProcess(under: wrapper)
    for line in lines { child.send(line) }
    let status = child.finish()
    return (child.said, status)
  }

  func send(_ line: String) { Platform.write("\(line)\n", to: input) }

  /// The next line that it says; `nil` if there will be none, or it said nothing for too long.
  func next() -> String? {
    while true {
      if let end = pending.firstIndex(of: 0x0a) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending = pending[(end + 1)...]
        said.append(line)
        return line
      }
      guard let bytes = Platform.read(from: output, milliseconds: Int32(patience / .milliseconds(1))) else {
        // It hangs. Its status will say that it was killed.
        kill()
        return nil
      }
      if bytes.isEmpty { return nil }
      pending = ArraySlice(pending + bytes)
    }
  }

  /// Reads until it says something that starts so; `nil` if it never does.
  func next(_ start: String) -> String? {
    while let line = next() {
      if line.hasPrefix(start) { return line }
    }
    return nil
  }

  /// Sends a line and waits for an answer that starts so.
  func ask(_ line: String, _ start: String) -> String? {
    send(line)
    return next(start)
  }

  /// Sends a signal to it alone, not to what it has started.
  func send(signal: Int32) { Platform.kill(id, signal: signal) }

  /// `kill -9`.
  func kill() { Platform.killGroup(id) }

  /// Reads all that is left to say, and waits for the end: the exit code, or 128 and the number of the signal.
  func finish() -> Int32 {
    if isInputOpen {
      Platform.closeDescriptor(input)
      isInputOpen = false
    }
    while next() != nil {}
    let status = Platform.wait(for: id)
    self.status = status
    return status
  }
}
