import Foundation
import SystemSupport
import TestSupport

/// A file system of 64 KB in memory, which only the child sees.
struct SmallDisk {
  /// The reason for skipping tests that need it.
  static let missing = "needs root, and the right to mount a tmpfs in a namespace of its own"

  /// Whether such a file system can be mounted here.
  static let works: Bool = {
    guard Platform.isRoot, let scratch = try? TemporaryFile(), let disk = try? SmallDisk(in: scratch) else {
      return false
    }
    let result = try? ChildProcess.run(["fill \(disk.folder)/ballast"], under: disk.words)
    return result?.status == 0 && result?.said == ["ready", "filled"]
  }()

  /// The mount point.
  let folder: String
  /// A command that mounts it and runs the command after it.
  let words: [String]

  /// Creates a file system to mount on a folder, with additional mount options such as `,ro`.
  init(in scratch: TemporaryFile, options: String = "") throws {
    folder = scratch.folder + "/disk"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let mount = #"mount -t tmpfs -o "size=64k$1" tmpfs "$0" && shift && exec "$@""#
    words = ["unshare", "-m", "sh", "-c", mount, folder, options]
  }
}
