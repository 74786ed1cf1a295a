import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import StateTree

/// Reads, seeks, replays and continues journals, whose input is their lines without checksums.
enum JournalInput {
  /// A file that is overwritten for each input.
  private static let path = FileManager.default.temporaryDirectory.path + "/reduxlog-input-\(getpid()).jsonl"

  /// Adds the correct checksums to the lines. Bytes after the last line end stay unchanged.
  static func journal(of input: [UInt8]) -> [UInt8] {
    var forge = JournalForge()
    var lines = input.split(separator: 0x0a, omittingEmptySubsequences: false)
    let rest = lines.popLast() ?? []
    for line in lines { forge.line(Array(line)) }
    forge.raw(Array(rest))
    return forge.bytes
  }

  static func take(_ input: [UInt8]) -> String? {
    do {
      defer { try? FileManager.default.removeItem(atPath: path) }
      try Data(journal(of: input)).write(to: URL(fileURLWithPath: path))
      return try read() ?? replay() ?? resume()
    } catch {
      // Each error must have a description.
      return "\(error)".isEmpty ? "an error without a description" : nil
    }
  }

  private static func read() throws -> String? {
    let reader = try JournalReader(path: path)
    let file = try JournalFile(path: path)
    while let entry = try reader.next() {
      guard let other = try? file.entry(atOffset: entry.offset), other.seq == entry.seq else {
        return "line \(entry.line ?? 0) can be read in order, but not at its offset"
      }
    }
    guard let last = try file.lastStateSeq else { return nil }
    for seq in Set([0, 1, last / 2, last]) where seq <= last {
      guard let entry = try file.entry(settingSeq: seq) else { return seq < file.header.seq ? nil : "no state \(seq)" }
      _ = try? file.baseSnapshot(of: entry)
    }
    return nil
  }

  private static func replay() throws -> String? {
    let file = try JournalFile(path: path)
    let replayer = Replayer<JSONApp>(file: file)
    let one = Result { try replayer.verify(jobs: 1) }
    let two = Result { try replayer.verify(jobs: 2) }
    guard outcome(one) == outcome(two) else {
      return "one thread finds \(outcome(one)), two find \(outcome(two))"
    }
    if let last = try file.lastStateSeq { _ = try? replayer.state(at: last) }
    return nil
  }

  private static func outcome(_ result: Result<VerifyReport, any Error>) -> String {
    switch result {
    case .success(let report):
      "\(report.proven) proven of \(report.actions), \(report.divergence.map { "\($0.seq)" } ?? "none") diverges"
    case .failure(let error): "\(error)"
    }
  }

  /// Checks that a journal which a writer can append to can be read to its end.
  private static func resume() throws -> String? {
    let writer = try JournalWriter.open(path: path, check: .full)
    try writer.writeHeader(
      app: AppIdentity(name: "json"), started: WallClock(microseconds: 0), context: JSONObject(), platform: "linux")
    try writer.close()
    do {
      let reader = try JournalReader(path: path)
      while try reader.next() != nil {}
      return nil
    } catch {
      return "a journal that a writer appended to can't be read: \(error)"
    }
  }
}
