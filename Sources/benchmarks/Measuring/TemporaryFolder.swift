import Dispatch
import Foundation
import SystemSupport

/// Runs work with an empty folder and removes the folder afterwards, even after an interruption from the keyboard.
///
/// - Parameters:
///   - parent: The parent folder; by default, the system's temporary folder.
///   - bytes: The most that the work will write.
///   - work: Receives the folder's path.
/// - Returns: The work's result.
/// - Throws: `NotEnoughSpace`, `CocoaError` if the folder can't be created, or the work's error.
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

/// The folder lacks space for the journals.
struct NotEnoughSpace: Error, CustomStringConvertible {
  let needed: Int
  let free: Int
  let folder: String

  var description: String {
    "the journals need \(Figure.count(needed / 1_000_000)) MB, but only \(Figure.count(free / 1_000_000)) MB are free in "
      + "\(folder); choose another folder with --folder"
  }
}
