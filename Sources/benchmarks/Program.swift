import SystemSupport

/// Runs programs for the measurements.
enum Program {
  /// Runs a program to its end without its standard output and returns its exit status and duration.
  static func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, nanoseconds: Double) {
    let nothing = try Platform.openForWriting("/dev/null", followingLinks: true)
    defer { Platform.closeDescriptor(nothing) }
    let start = Platform.nanoseconds()
    let id = try Platform.start(path, [path] + arguments, output: nothing)
    let status = Platform.wait(for: id).shellStatus
    return (status, Double(Platform.nanoseconds() - start))
  }

  /// Runs a program to its end and returns its standard output.
  static func output(of path: String, _ arguments: [String]) throws -> (status: Int32, bytes: [UInt8]) {
    let (id, _, output) = try startPiped(path, arguments)
    defer { Platform.closeDescriptor(output) }
    var bytes: [UInt8] = []
    while case let part = readSome(output, 1 << 16), !part.isEmpty { bytes += part }
    return (Platform.wait(for: id).shellStatus, bytes)
  }

  /// Runs an endless program until its first output and returns the nanoseconds, or `nil` if it ended.
  static func nanosecondsToOutput(of path: String, _ arguments: [String]) throws -> Double? {
    let (id, start, output) = try startPiped(path, arguments)
    defer { Platform.closeDescriptor(output) }
    let isWritten = !readSome(output, 1).isEmpty
    let end = Platform.nanoseconds()
    Platform.killProcess(id)
    _ = Platform.wait(for: id)
    return isWritten ? Double(end - start) : nil
  }

  private static func readSome(_ descriptor: Int32, _ count: Int) -> [UInt8] {
    while true {
      do throws(Platform.SystemError) { return try Platform.read(count, from: descriptor) } catch {
        if !error.isInterruption { return [] }
      }
    }
  }

  private static func startPiped(_ path: String, _ arguments: [String]) throws -> (id: Int32, start: Int, output: Int32)
  {
    let ends = try Platform.makePipe()
    defer { Platform.closeDescriptor(ends.writing) }
    let start = Platform.nanoseconds()
    do { return (try Platform.start(path, [path] + arguments, output: ends.writing), start, ends.reading) } catch {
      Platform.closeDescriptor(ends.reading)
      throw error
    }
  }
}
