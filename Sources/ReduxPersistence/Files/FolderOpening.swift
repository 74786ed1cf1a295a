import SystemSupport

/// What a folder holds when it is opened, whatever became of it before.
struct FolderOpening {
  private(set) var manifest = FolderManifest()
  /// Where the manifest is now, or was, and why it could not be used.
  private(set) var lost: (place: String, reason: String)?
  /// Whether there is none now.
  private(set) var isWithoutManifest = false

  /// Looks into a folder. What can't be used is put aside, and what a process left that was killed is taken away.
  init(_ path: String) throws(PersistenceError) {
    let place = path + "/" + FolderManifest.fileName
    let files = try KeptFiles.names(in: path).compactMap(SliceFileName.init)
    guard let bytes = try KeptFiles.contents(of: place) else {
      isWithoutManifest = true
      guard !files.isEmpty else { return }
      try setAside(files, in: path)
      lost = (path, "the manifest is missing; the files that were there end in .aside-1, or a later number, now")
      return
    }
    do throws(FolderManifest.Unusable) {
      manifest = try FolderManifest(bytes)
    } catch {
      // The manifest comes last: should this be cut short, the next launch finds it and goes on.
      try setAside(files, in: path)
      lost = (try FolderOpening.setAside(FolderManifest.fileName, in: path), error.reason)
      isWithoutManifest = true
      return
    }
    let named = manifest.files
    // One that can't be removed is in nobody's way; the next launch tries again.
    for file in files where !named.contains("\(file)") { try? KeptFiles.remove("\(path)/\(file)") }
  }

  private func setAside(_ files: [SliceFileName], in path: String) throws(PersistenceError) {
    for file in files { _ = try FolderOpening.setAside("\(file)", in: path) }
  }

  /// Gives a file a name under which it is kept and isn't in use; returns its path.
  static func setAside(_ file: String, in folder: String) throws(PersistenceError) -> String {
    var number = 1
    while Platform.exists("\(folder)/\(file).aside-\(number)") { number += 1 }
    let place = "\(folder)/\(file).aside-\(number)"
    try KeptFiles.move(folder + "/" + file, to: place)
    return place
  }
}
