import CommandLineKit
import ReduxJournal
import SystemSupport

/// Finds the journals in a folder and its subfolders.
enum JournalFinder {
  /// A journal, or a file or folder that can't be read.
  struct Found {
    let path: String
    /// The path below the folder that was searched; otherwise the path.
    let name: String
    var failure: CommandFailure?
    /// The journal from standard input that the path leads to.
    var input: SpooledJournal?

    init(path: String, name: String? = nil, failure: CommandFailure? = nil) {
      self.path = path
      self.name = name ?? path
      self.failure = failure
    }

    init(_ input: SpooledJournal) {
      self.init(path: input.path, name: "-")
      self.input = input
    }
  }

  private static let start = Array(#"{"kind":"header","#.utf8)

  /// Returns all files that end in `.jsonl` and begin like a journal, sorted by path, and unreadable ones with the
  /// reason. Of a journal in several segments, it returns only the newest, which leads to the others. It doesn't follow
  /// links to folders, because they may form cycles.
  static func journals(inFolder path: String) -> [Found] {
    var found: [Found] = []
    func note(_ place: String, _ failure: CommandFailure? = nil) {
      let name = String(place.dropFirst(path.count).drop { $0 == "/" })
      found.append(Found(path: place, name: name, failure: failure))
    }
    var folders = [path]
    while let folder = folders.popLast() {
      let names: [String]
      do { names = try Platform.names(inFolder: folder) } catch {
        note(folder, CommandFailure("can't read the folder: \(error)", file: folder))
        continue
      }
      for name in names {
        let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        if Platform.isFolder(path) {
          if !Platform.isLink(path) { folders.append(path) }
        } else if name.hasSuffix(".jsonl"), !Platform.isSpecial(path) {
          do {
            if try isJournal(path) { note(path) }
          } catch {
            note(path, CommandFailure("can't read the file: \(error)", file: path))
          }
        }
      }
    }
    // A journal's segments have paths with resolved links, which may differ from the paths found here.
    let older = Set(
      found.flatMap { JournalFile.olderSegmentPaths(of: $0.path) }.compactMap { Platform.identity(of: $0) })
    return found.filter { Platform.identity(of: $0.path).map { !older.contains($0) } ?? true }
      .sorted { $0.path < $1.path }
  }

  /// Returns the journals at paths: each file, and every journal in a folder.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - input: The journal that `-` means.
  /// - Returns: The journals, in the order of the paths.
  /// - Throws: `CommandFailure` for a folder without a journal, and for `-` without such a journal.
  static func journals(at paths: [String], input: SpooledJournal? = nil) throws(CommandFailure) -> [Found] {
    var journals: [Found] = []
    for path in paths {
      if path == "-", let input {
        journals.append(Found(input))
        continue
      }
      try refuseStandardInput(path)
      guard Platform.isFolder(path) else {
        journals.append(Found(path: path))
        continue
      }
      let found = self.journals(inFolder: path)
      guard !found.isEmpty else { throw noJournal(in: path) }
      journals += found
    }
    return journals
  }

  /// Returns the path of the journal at a path: the file itself, or the only journal in a folder.
  ///
  /// - Throws: `CommandFailure` for a folder without a journal, with several, or an unreadable one, and for `-`.
  static func journal(at path: String) throws(CommandFailure) -> String {
    try refuseStandardInput(path)
    guard Platform.isFolder(path) else { return path }
    let found = journals(inFolder: path)
    let journals = found.filter { $0.failure == nil }
    guard let journal = journals.first else { throw found.first?.failure ?? noJournal(in: path) }
    guard journals.count == 1 else {
      throw CommandFailure(
        "the folder contains \(journals.count) journals", file: path,
        advice: "Name one of them, such as '\(journal.path)'.", exitCode: .usage)
    }
    return journal.path
  }

  /// Checks that a path doesn't mean standard input, in which no command can seek.
  ///
  /// - Throws: `CommandFailure` for `-`.
  static func refuseStandardInput(_ path: String) throws(CommandFailure) {
    guard path == "-" else { return }
    throw CommandFailure(
      "a journal can't be read from standard input",
      advice: "Save it to a file first, or use './-' for a file named '-'.", exitCode: .usage)
  }

  /// The failure of a folder without a journal.
  static func noJournal(in folder: String) -> CommandFailure {
    CommandFailure(
      "the folder contains no journal", file: folder,
      advice: "A journal's name ends in .jsonl, and its first line is a header.")
  }

  private static func isJournal(_ path: String) throws(Platform.SystemError) -> Bool {
    let descriptor = try Platform.openForReading(path)
    defer { Platform.closeDescriptor(descriptor) }
    return try Platform.read(start.count, from: descriptor) == start
  }
}
