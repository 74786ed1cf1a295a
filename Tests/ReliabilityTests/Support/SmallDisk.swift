import Foundation
import TestSupport

/// A file system of 64 KB in memory, which only the child that is started under it sees.
struct SmallDisk {
  /// Why tests that need it are skipped.
  static let missing = "needs root, and the right to mount a tmpfs in a namespace of its own"

  /// Whether such a file system can be mounted here.
  static let works: Bool = {
    guard Platform.isRoot, let scratch = try? TemporaryFile(), let disk = try? SmallDisk(in: scratch) else {
      return false
    }
    let result = try? ChildProcess.run(["fill \(disk.folder)/ballast"], under: disk.words)
    return result?.status == 0 && result?.said == ["ready", "filled"]
  }()

  /// Where it is mounted.
  let folder: String
  /// The words that start a command with it.
  let words: [String]

  /// Takes a folder to mount it on; `options` are more options of the mount, as `,ro`.
  init(in scratch: TemporaryFile, options: String = "") throws {
    folder = scratch.folder + "/disk"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let mount = #"mount -t tmpfs -o "size=64k$1" tmpfs "$0" && shift && exec "$@""#
    words = ["unshare", "-m", "sh", "-c", mount, folder, options]
  }
}
