import Foundation

/// What a child did to its journal, call by call, as `strace` has seen it.
enum JournalCall: Equatable {
  case write([UInt8], at: Int)
  case cut(to: Int)
  case synchronize
  /// The journal's folder.
  case synchronizeFolder
  /// What the child told its parent.
  case say(String)
}

extension Tracer {
  /// Runs a child that does what the lines say, and returns what it did to its journal and said, in order.
  ///
  /// - Throws: `Platform.SystemError` if it can't be started, `UnknownCall` for a call that this doesn't know.
  static func calls(_ lines: [String], in scratch: Scratch) throws -> [JournalCall] {
    let log = scratch.folder + "/calls"
    var size = scratch.byteCount
    // All strings in hexadecimal, and the path of each descriptor.
    let (_, status) = try ChildProcess.run(
      lines,
      under: ["strace", "-f", "-qq", "-y", "-xx", "-s", "100000000", "-o", log]
        + ["-e", "trace=write,pwrite64,writev,pwritev,ftruncate,fallocate,fsync,fdatasync,rename,unlink"])
    guard status == 0 else { throw UnknownCall(line: "exit \(status)") }
    return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap { line in
      try call(String(line), in: scratch, size: &size)
    }
  }

  struct UnknownCall: Error { var line: String }

  private static func call(_ line: String, in scratch: Scratch, size: inout Int) throws -> JournalCall? {
    // 3642  write(3<\x2f\x74…>, "\x72\x65…", 6) = 6
    guard let open = line.firstIndex(of: "("), let result = line.range(of: ") = ", options: .backwards),
      let name = line[..<open].split(separator: " ").last
    else { throw UnknownCall(line: String(line.prefix(200))) }
    let arguments = line[line.index(after: open)..<result.lowerBound].components(separatedBy: ", ")
    let isJournal = arguments[0].hasSuffix("<\(hex(scratch.journal))>")
    switch (name, isJournal) {
    case ("write", true):
      let bytes = unescaped(arguments[1])
      guard Int(line[result.upperBound...]) == bytes.count else { throw UnknownCall(line: String(line.prefix(200))) }
      defer { size += bytes.count }
      return .write(bytes, at: size)
    case ("pwrite64", true):
      let bytes = unescaped(arguments[1])
      guard let offset = Int(arguments[3]) else { throw UnknownCall(line: String(line.prefix(200))) }
      size = max(size, offset + bytes.count)
      return .write(bytes, at: offset)
    case ("ftruncate", true):
      guard let count = Int(arguments[1]) else { throw UnknownCall(line: line) }
      size = count
      return .cut(to: count)
    case ("fsync", true): return .synchronize
    case ("fsync", false): return arguments[0].hasSuffix("<\(hex(scratch.folder))>") ? .synchronizeFolder : nil
    case ("write", false):
      guard arguments[0].hasPrefix("1<") else { return nil }
      return .say(String(decoding: unescaped(arguments[1]).dropLast(), as: UTF8.self))
    case (_, true): throw UnknownCall(line: String(line.prefix(200)))
    default: return nil
    }
  }

  private static func hex(_ text: String) -> String {
    text.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func unescaped(_ literal: String) -> [UInt8] {
    literal.dropFirst().dropLast().components(separatedBy: "\\x").dropFirst().compactMap { UInt8($0, radix: 16) }
  }
}
