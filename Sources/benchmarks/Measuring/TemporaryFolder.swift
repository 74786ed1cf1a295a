import Dispatch
import Foundation
import SystemSupport

/// Gives a piece of work an empty folder, and removes it afterwards; also where it is interrupted from the keyboard.
///
/// - Parameters:
///   - parent: Where the folder is made; the system's folder for temporary files if nothing is said.
///   - bytes: How much the work is going to write there at most.
///   - work: Takes the folder's path.
/// - Returns: What the work returns.
/// - Throws: `NotEnoughSpace`, `CocoaError` if the folder can't be made, or what the work throws.
func withTemporaryFolder<Value>(
  in parent: String?, needing bytes: Int, _ work: (String) throws -> Value
) throws -> Value {
  let parent = parent ?? FileManager.default.temporaryDirectory.path
  if let free = Platform.freeBytes(inFolder: parent), bytes > free {
    throw NotEnoughSpace(needed: bytes, free: free, folder: parent)
  }
  let path = parent + "/reduxlog-benchmarks-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  let interruptions = Platform.endingSignals.map { signal in
    Platform.ignore(signal)
    let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
    source.setEventHandler {
      try? FileManager.default.removeItem(atPath: path)
      Platform.exitProcess(128 + signal)
    }
    source.resume()
    return source
  }
  defer {
    interruptions.forEach { $0.cancel() }
    try? FileManager.default.removeItem(atPath: path)
  }
  return try work(path)
}

/// A folder that could not take the journals.
struct NotEnoughSpace: Error, CustomStringConvertible {
  let needed: Int
  let free: Int
  let folder: String

  var description: String {
    "the journals need \(Figure.count(needed / 1_000_000)) MB, and \(Figure.count(free / 1_000_000)) MB are free in "
      + "\(folder); choose another place with --folder"
  }
}
