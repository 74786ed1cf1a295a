import SystemSupport

/// Runs programs for the measurements.
enum Program {
  /// Runs a program to its end without its standard output and returns the nanoseconds it took.
  ///
  /// - Throws: `UnexpectedStatus`.
  static func run(_ path: String, _ arguments: [String], expecting statuses: Set<Int32> = [0]) throws -> Double {
    let nothing = try Platform.openForWriting("/dev/null", followingLinks: true)
    defer { Platform.closeDescriptor(nothing) }
    let start = Platform.nanoseconds()
    let id = try Platform.start(path, [path] + arguments, output: nothing)
    let status = Platform.wait(for: id).shellStatus
    let time = Double(Platform.nanoseconds() - start)
    guard statuses.contains(status) else { throw UnexpectedStatus(words: [path] + arguments, status: status) }
    return time
  }

  /// Runs a program to its end and returns its standard output.
  static func output(of path: String, _ arguments: [String]) throws -> (status: Int32, bytes: [UInt8]) {
    let ends = try Platform.makePipe()
    defer { Platform.closeDescriptor(ends.reading) }
    let id: Int32
    do {
      defer { Platform.closeDescriptor(ends.writing) }
      id = try Platform.start(path, [path] + arguments, output: ends.writing)
    }
    var bytes: [UInt8] = []
    while case let part = readSome(ends.reading, 1 << 16), !part.isEmpty { bytes += part }
    return (Platform.wait(for: id).shellStatus, bytes)
  }

  private static func readSome(_ descriptor: Int32, _ count: Int) -> [UInt8] {
    while true {
      do throws(Platform.SystemError) { return try Platform.read(count, from: descriptor) } catch {
        if !error.isInterruption { return [] }
      }
    }
  }
}

/// A measurement needs a program that doesn't exist.
struct MissingProgram: Error, CustomStringConvertible {
  let name: String

  var description: String { "can't find the program \(name)" }
}

/// A program ended with an unexpected status.
struct UnexpectedStatus: Error, CustomStringConvertible {
  let words: [String]
  let status: Int32

  var description: String { "\(words.joined(separator: " ")) ended with status \(status)" }
}
