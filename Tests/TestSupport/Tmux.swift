import Foundation
import SystemSupport

/// A terminal that a test types in, and whose screen it reads: a window of `tmux` with a shell that controls jobs.
package final class Tmux {
  /// The program, if it is installed.
  package static let program: String? = find("tmux")
  /// Why tests that need it are skipped.
  package static let missing = "tmux is not installed"

  private let program: String
  private let socket = "reduxlog-\(UUID().uuidString)"

  /// Starts a shell in a window. Its prompt is `$ `.
  ///
  /// - Parameters:
  ///   - columns: The window's columns.
  ///   - rows: Its rows.
  ///   - environment: The variables of the shell, besides `PATH` and `TERM`.
  /// - Throws: `CocoaError` if `tmux` or a shell is missing.
  package init(columns: Int, rows: Int, environment: [String: String] = ["LC_ALL": "C.UTF-8"]) throws {
    guard let program = Tmux.program, let shell = Tmux.find("bash") else { throw CocoaError(.fileNoSuchFile) }
    self.program = program
    // The environment of the test must not decide what the screens look like.
    var words = ["env", "-i", "PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "")", "TERM=screen-256color"]
    words += environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    words += ["PS1=$ ", shell, "--norc", "--noprofile", "-i"]
    let command = words.map { "'\($0)'" }.joined(separator: " ")
    let start = ["-f", "/dev/null", "new-session", "-d", "-s", "t", "-x", "\(columns)", "-y", "\(rows)", command]
    // The server stays: it must not block the signals that this thread blocks, nor keep what `Process` waits for.
    let null = try Platform.openNull()
    defer { Platform.closeDescriptor(null) }
    let id = try Platform.start(
      program, ["tmux", "-L", socket] + start, input: null, output: null, errorOutput: null)
    _ = Platform.wait(for: id)
    _ = try wait { $0.hasPrefix("$") }
  }

  deinit { _ = try? call(["kill-server"]) }

  /// Types keys, by the names of `tmux send-keys`: a word is typed, `Enter`, `C-c` and `Up` are keys.
  package func type(_ keys: String...) throws { try call(["send-keys", "-t", "t"] + keys) }

  /// Changes the size of the window.
  package func resize(columns: Int, rows: Int) throws {
    try call(["resize-window", "-t", "t", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// The text on the screen, without trailing spaces.
  package func screen() throws -> String {
    try call(["capture-pane", "-p", "-t", "t"]).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n")
  }

  /// The screen with its styles, each as `{bold red reverse}` before the text that has it, and `{}` for plain text.
  package func styledScreen() throws -> String {
    StyledScreen(try call(["capture-pane", "-p", "-e", "-t", "t"])).text
  }

  /// The numbers of the processes below the shell, the oldest first.
  package func processes() throws -> [Int32] {
    let root = try call(["display-message", "-p", "-t", "t", "#{pane_pid}"]).trimmingCharacters(
      in: .whitespacesAndNewlines)
    var found: [Int32] = []
    var queue = [root]
    while !queue.isEmpty {
      let children = try run("/bin/sh", ["-c", "ps -o pid= --ppid \(queue.removeFirst())"])
        .split(whereSeparator: \.isWhitespace).map(String.init)
      found += children.compactMap { Int32($0) }
      queue += children
    }
    return found
  }

  /// Waits until the screen is as wanted.
  ///
  /// - Returns: The screen.
  /// - Throws: `WrongScreen` if it isn't within a minute.
  @discardableResult
  package func wait(until isAsWanted: (String) -> Bool) throws -> String {
    let deadline = ContinuousClock.now + .seconds(60)
    var screen = ""
    while ContinuousClock.now < deadline {
      screen = try self.screen()
      if isAsWanted(screen) { return screen }
      Thread.sleep(forTimeInterval: 0.02)
    }
    throw WrongScreen(screen: screen)
  }

  /// A screen that didn't become as wanted.
  package struct WrongScreen: Error, CustomStringConvertible {
    package let screen: String
    package var description: String { "the screen stays\n\(screen)" }
  }

  @discardableResult
  private func call(_ words: [String]) throws -> String { try run(program, ["-L", socket] + words) }

  @discardableResult
  private func run(_ path: String, _ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  private static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// The text of a screen whose escape sequences became names of styles.
private struct StyledScreen {
  private(set) var text = ""
  private var attributes: Set<String> = []
  private var written: Set<String> = []

  init(_ raw: String) {
    var rest = raw[...]
    while let character = rest.first {
      if character == "\u{1b}" {
        let sequence = rest.dropFirst(2).prefix { !$0.isLetter }
        rest = rest.dropFirst(3 + sequence.count)
        apply(sequence.isEmpty ? "0" : String(sequence))
      } else {
        if character != "\n", written != attributes {
          text += "{\(attributes.sorted().joined(separator: " "))}"
          written = attributes
        }
        text.append(character)
        rest = rest.dropFirst()
      }
    }
  }

  private mutating func apply(_ codes: String) {
    let colors = ["red", "green", "yellow", "blue", "magenta", "cyan"]
    for code in codes.split(separator: ";").compactMap({ Int($0) }) {
      switch code {
      case 0: attributes = []
      case 1: attributes.insert("bold")
      case 7: attributes.insert("reverse")
      case 31...36:
        attributes.subtract(colors)
        attributes.insert(colors[code - 31])
      case 39: attributes.subtract(colors)
      case 49: break
      default: attributes.insert("\(code)")
      }
    }
  }
}
