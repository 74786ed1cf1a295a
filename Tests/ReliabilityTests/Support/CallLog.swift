import Foundation
import SystemSupport
import TestSupport

/// A system call of a child in its journal's folder, as `strace` reports it. Names are relative to the folder.
enum JournalCall: Equatable {
  case open(Int, name: String)
  /// A write at an offset, or at the end.
  case write([UInt8], to: Int, at: Int?)
  case cut(Int, to: Int)
  case synchronize(Int)
  case synchronizeFolder
  case link(String, as: String)
  case rename(String, to: String)
  case remove(String)
  /// A line that the child printed.
  case say(String)
}

extension Tracer {
  /// Runs a child with commands, and returns its calls in the scratch folder and its output, in order.
  ///
  /// - Throws: `Platform.SystemError` if it can't be started, `UnknownCall` for an unknown call.
  static func calls(_ lines: [String], in scratch: TemporaryFile) throws -> [JournalCall] {
    let log = scratch.folder + "/calls"
    // Print all strings in hexadecimal, and the path of each descriptor.
    let (_, status) = try ChildProcess.run(
      lines,
      under: ["strace", "-f", "-qq", "-y", "-xx", "-s", "100000000", "-o", log]
        + ["-e", "trace=openat,write,pwrite64,writev,pwritev,ftruncate,fallocate,fsync,fdatasync,link,rename,unlink"])
    guard status == 0 else { throw UnknownCall(line: "exit \(status)") }
    return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap { line in
      try call(String(line), in: scratch.folder)
    }
  }

  struct UnknownCall: Error { var line: String }

  private static func call(_ line: String, in folder: String) throws -> JournalCall? {
    // 3642  write(3<\x2f\x74…>, "\x72\x65…", 6) = 6
    let unknown = UnknownCall(line: String(line.prefix(200)))
    guard let open = line.firstIndex(of: "("), let result = line.range(of: ") = ", options: .backwards),
      let call = line[..<open].split(separator: " ").last
    else { throw unknown }
    // A failed call changed nothing.
    guard let value = Int(line[result.upperBound...].prefix { $0.isNumber }) else { return nil }
    let arguments = line[line.index(after: open)..<result.lowerBound].components(separatedBy: ", ")
    /// The name of a path in the folder.
    func name(_ argument: Int) -> String? {
      let path = String(decoding: unescaped(arguments[argument]), as: UTF8.self)
      return path.hasPrefix(folder + "/") && path != folder + "/" ? String(path.dropFirst(folder.count + 1)) : nil
    }
    switch call {
    case "openat": return name(1).map { .open(value, name: $0) }
    case "link": return try name(0).map { .link($0, as: try required(name(1), unknown)) }
    case "rename": return try name(0).map { .rename($0, to: try required(name(1), unknown)) }
    case "unlink": return name(0).map { .remove($0) }
    default: break
    }
    let descriptor = try required(Int(arguments[0].prefix { $0.isNumber }), unknown)
    let place = arguments[0].dropFirst(String(descriptor).count)
    if call == "write", descriptor == 1 {
      return .say(String(decoding: unescaped(arguments[1]).dropLast(), as: UTF8.self))
    }
    if place == "<\(hex(folder))>" { return call == "fsync" ? .synchronizeFolder : nil }
    guard place.hasPrefix("<\(hex(folder + "/"))") else { return nil }
    switch call {
    case "write", "pwrite64":
      let bytes = unescaped(arguments[1])
      guard value == bytes.count else { throw unknown }
      return .write(bytes, to: descriptor, at: call == "write" ? nil : try required(Int(arguments[3]), unknown))
    case "ftruncate": return .cut(descriptor, to: try required(Int(arguments[1]), unknown))
    case "fsync": return .synchronize(descriptor)
    default: throw unknown
    }
  }

  private static func required<Value>(_ value: Value?, _ error: UnknownCall) throws -> Value {
    guard let value else { throw error }
    return value
  }

  private static func hex(_ text: String) -> String {
    text.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func unescaped(_ literal: String) -> [UInt8] {
    literal.dropFirst().dropLast().components(separatedBy: "\\x").dropFirst().compactMap { UInt8($0, radix: 16) }
  }
}
