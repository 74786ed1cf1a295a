import SystemSupport

/// Reads a folder when it is opened, and cleans up after crashes and damage.
struct FolderOpening {
  private(set) var manifest = FolderManifest()
  /// The place of an unusable manifest, and why it is unusable.
  private(set) var lost: (place: String, reason: String)?
  /// Whether the folder has no manifest now.
  private(set) var isWithoutManifest = false

  /// Reads a folder. Moves unusable files aside, and removes the leftovers of a killed process.
  init(_ path: String) throws(PersistenceError) {
    let place = path + "/" + FolderManifest.fileName
    let files = try KeptFiles.names(in: path).compactMap(SliceFileName.init)
    guard let bytes = try KeptFiles.contents(of: place) else {
      isWithoutManifest = true
      guard !files.isEmpty else { return }
      try setAside(files, in: path)
      lost = (path, "the manifest is missing; the folder's files were renamed to end in .aside-1 or a higher number")
      return
    }
    do throws(FolderManifest.Unusable) {
      manifest = try FolderManifest(bytes)
    } catch {
      // The manifest comes last: if this is interrupted, the next launch finds it and continues.
      try setAside(files, in: path)
      lost = (try FolderOpening.setAside(FolderManifest.fileName, in: path), error.reason)
      isWithoutManifest = true
      return
    }
    let named = manifest.files
    // A file that can't be removed does no harm; the next launch tries again.
    for file in files where !named.contains("\(file)") { try? KeptFiles.remove("\(path)/\(file)") }
  }

  private func setAside(_ files: [SliceFileName], in path: String) throws(PersistenceError) {
    for file in files { _ = try FolderOpening.setAside("\(file)", in: path) }
  }

  /// Renames a file so that it is kept but unused; returns its new path.
  static func setAside(_ file: String, in folder: String) throws(PersistenceError) -> String {
    var number = 1
    while Platform.exists("\(folder)/\(file).aside-\(number)") { number += 1 }
    let place = "\(folder)/\(file).aside-\(number)"
    try KeptFiles.move(folder + "/" + file, to: place)
    return place
  }
}
