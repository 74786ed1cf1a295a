import ReduxJournal

/// Finds the journals in a folder and in the folders in it.
enum JournalFinder {
  private static let start = Array(#"{"kind":"header","#.utf8)

  /// The paths of all files that end in `.jsonl` and begin as a journal does, sorted; of a journal in several segments
  /// only the newest, which leads to the others. Links to folders are not followed, because they may lead in circles.
  ///
  /// - Throws: `CommandFailure` for a folder or a file that can't be read.
  static func journals(inFolder path: String) throws(CommandFailure) -> [String] {
    var found: [String] = []
    var folders = [path]
    while let folder = folders.popLast() {
      let names: [String]
      do { names = try Platform.names(inFolder: folder) } catch {
        throw CommandFailure("can't read the folder: \(error)", file: folder)
      }
      for name in names {
        let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        if Platform.isFolder(path) {
          if !Platform.isLink(path) { folders.append(path) }
        } else if name.hasSuffix(".jsonl"), !Platform.isSpecial(path), try isJournal(path) {
          found.append(path)
        }
      }
    }
    let older = Set(found.flatMap { JournalFile.olderSegmentPaths(of: $0) })
    return found.filter { !older.contains($0) }.sorted()
  }

  /// The path of the one journal that a path means: the file of that path, or of a folder the journal in it.
  ///
  /// - Throws: `CommandFailure` for a folder without a journal, with several, or that can't be read.
  static func journal(at path: String) throws(CommandFailure) -> String {
    guard Platform.isFolder(path) else { return path }
    let found = try journals(inFolder: path)
    guard let journal = found.first else { throw noJournal(in: path) }
    guard found.count == 1 else {
      throw CommandFailure(
        "there are \(found.count) journals in the folder", file: path,
        advice: "Name one of them, as '\(journal)'.", exitCode: .usage)
    }
    return journal
  }

  /// That a folder holds no journal.
  static func noJournal(in folder: String) -> CommandFailure {
    CommandFailure(
      "there is no journal in the folder", file: folder,
      advice: "A journal's name ends in .jsonl, and its first line is a header.")
  }

  private static func isJournal(_ path: String) throws(CommandFailure) -> Bool {
    do {
      let descriptor = try Platform.openForReading(path)
      defer { Platform.closeDescriptor(descriptor) }
      return try Platform.read(start.count, from: descriptor) == start
    } catch {
      throw CommandFailure("can't read the file: \(error)", file: path)
    }
  }
}
