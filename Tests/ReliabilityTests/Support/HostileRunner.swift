import Foundation
import TestSupport
import Testing

/// Runs the built `reduxlog` on a journal, within limits.
final class HostileRunner {
  /// How a run ended.
  struct Result {
    /// The exit code, or 128 and the number of a signal: 137 for one that was killed.
    var code: Int32
    var errors: String
    /// The processor time of all threads.
    var microseconds: Int
    /// The most memory at a time.
    var kibibytes: Int
  }

  #if DEBUG
    /// A build without optimisation takes some thirty times as long, so it gets a part of the sizes and more time.
    static let scale = 200
    static let microseconds = (Sanitizer.isOn ? 8 : 1) * 4_000_000
  #else
    static let scale = 1
    static let microseconds = (Sanitizer.isOn ? 8 : 1) * 2_000_000
  #endif
  static let kibibytes = (Sanitizer.isOn ? 8 : 1) * 256 << 10
  /// After so long a run is taken to hang, and is killed.
  private static let seconds = 200

  private let scratch: TemporaryFile
  private let child: ChildProcess
  private let whole: [UInt8]
  private let byteCount: Int
  private let program: String

  /// - Parameters:
  ///   - journal: The journal.
  ///   - byteCount: How long the file shall be; zeros, which take no room on the disk, follow what there is.
  /// - Throws: `CocoaError` if the journal can't be written or the tool was not built.
  init(_ journal: [UInt8], byteCount: Int? = nil) throws {
    scratch = try TemporaryFile()
    child = try ChildProcess()
    // A hang is found by the clock, and all else by the processor's time: the machine may be busy.
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

  /// Runs a command line, in which `J` is the journal, `O` a file that is not there, `A` one with an action.
  ///
  /// - Throws: `CocoaError` if the journal can't be put back after the command has changed it.
  func run(_ line: String) throws -> Result {
    let output = scratch.folder + "/output"
    let errors = scratch.folder + "/errors"
    let words = line.split(separator: " ").map { word -> String in
      switch word {
      case "O": scratch.folder + "/other"
      case "A": scratch.folder + "/action"
      default: word.first == "J" ? scratch.path + word.dropFirst() : String(word)
      }
    }
    let limits = ["\(HostileRunner.seconds)", "\(8 * HostileRunner.kibibytes)"]
    let answer = child.ask(
      (["run"] + limits + [output, errors, program] + words).joined(separator: "\t"), "ran")
    if scratch.byteCount != byteCount { try write() }
    for name in ["/other", "/other.rejected"] { try? FileManager.default.removeItem(atPath: scratch.folder + name) }
    let numbers = (answer ?? "").split(separator: " ").compactMap { Int($0) }
    let text = FileManager.default.contents(atPath: errors).map { String(decoding: $0.prefix(2000), as: UTF8.self) }
    guard numbers.count == 3 else { return Result(code: -1, errors: answer ?? "", microseconds: 0, kibibytes: 0) }
    return Result(code: Int32(numbers[0]), errors: text ?? "", microseconds: numbers[1], kibibytes: numbers[2])
  }
}
