import Foundation
import SystemSupport
import TestSupport
import Testing

/// Runs the built `reduxlog` on a journal, within limits.
final class HostileRunner {
  /// The outcome of a run.
  struct Result {
    /// The exit code, or 128 plus the signal's number: 137 for a killed run.
    var code: Int32
    var errors: String
    /// The processor time of all threads.
    var microseconds: Int
    /// The peak memory.
    var kibibytes: Int
  }

  #if DEBUG
    /// An unoptimised build is some thirty times slower, so it gets smaller journals and more time.
    static let scale = 200
    static let microseconds = (Sanitizer.isOn ? 8 : 1) * 4_000_000
  #else
    static let scale = 1
    static let microseconds = (Sanitizer.isOn ? 8 : 1) * 2_000_000
  #endif
  /// The limit of a line that the promises for hostile journals hold for.
  static let maximumLineBytes = 16 << 20
  static let kibibytes = (Sanitizer.isOn ? 8 : 1) * 256 << 10
  /// The time after which a run counts as hanging and is killed.
  private static let seconds = 200

  private let scratch: TemporaryFile
  private let child: ChildProcess
  private let whole: [UInt8]
  private let byteCount: Int
  private let program: String

  /// - Parameters:
  ///   - journal: The journal.
  ///   - byteCount: The length of the file. Zeros that take no space on the disk follow the journal.
  /// - Throws: `CocoaError` if the journal can't be written or the tool was not built.
  init(_ journal: [UInt8], byteCount: Int? = nil) throws {
    scratch = try TemporaryFile()
    child = try ChildProcess()
    // The machine may be busy, so only hangs are measured by the wall clock, and all else by processor time.
    child.patience = .seconds(2 * HostileRunner.seconds)
    whole = journal
    self.byteCount = byteCount ?? journal.count
    program = try Executable.path(of: "reduxlog")
    try write()
    try Data(#"{"merge":{"a":1}}"#.utf8).write(to: URL(fileURLWithPath: scratch.folder + "/action"))
  }

  private func write() throws {
    try scratch.write(whole)
    if byteCount != whole.count { #expect(Platform.truncate(scratch.path, to: byteCount)) }
  }

  /// Runs a command line, in which `J` is the journal, `O` a new file, `A` a file with an action, and `T` the tool.
  ///
  /// - Throws: `CocoaError` if the journal can't be restored after the command changed it.
  func run(_ line: String) throws -> Result {
    let output = scratch.folder + "/output"
    let errors = scratch.folder + "/errors"
    let words = line.split(separator: " ").map { word -> String in
      switch word {
      case "O": scratch.folder + "/other"
      case "A": scratch.folder + "/action"
      case "T": program
      default: word.first == "J" ? scratch.path + word.dropFirst() : String(word)
      }
    }
    // A command comes before its options.
    let limited = words.prefix(1) + ["--max-line", "\(HostileRunner.maximumLineBytes)"] + words.dropFirst()
    let limits = ["\(HostileRunner.seconds)", "\(8 * HostileRunner.kibibytes)"]
    let answer = child.ask(
      (["run"] + limits + [output, errors, program] + limited).joined(separator: "\t"), "ran")
    if scratch.byteCount != byteCount { try write() }
    for name in ["/other", "/other.rejected"] { try? FileManager.default.removeItem(atPath: scratch.folder + name) }
    let numbers = (answer ?? "").split(separator: " ").compactMap { Int($0) }
    let text = FileManager.default.contents(atPath: errors).map { String(decoding: $0.prefix(2000), as: UTF8.self) }
    guard numbers.count == 3 else { return Result(code: -1, errors: answer ?? "", microseconds: 0, kibibytes: 0) }
    return Result(code: Int32(numbers[0]), errors: text ?? "", microseconds: numbers[1], kibibytes: numbers[2])
  }
}
