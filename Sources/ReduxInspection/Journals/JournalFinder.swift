package import CommandLineKit
import ReduxJournal
import SystemSupport

/// Finds the journals in a folder and its subfolders.
package enum JournalFinder {
  /// A journal, or a file or folder that can't be read.
  package struct Found {
    package let path: String
    /// The path below the folder that was searched; otherwise the path.
    let name: String
    package var failure: CommandFailure?
    /// The journal from standard input that the path leads to.
    var input: SpooledJournal?

    package init(path: String, name: String? = nil, failure: CommandFailure? = nil) {
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
  package static func journals(at paths: [String], input: SpooledJournal? = nil) throws(CommandFailure) -> [Found] {
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
  package static func journal(at path: String) throws(CommandFailure) -> String {
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

/// A journal from standard input, in a temporary file that only the user can read, because commands seek in journals.
///
/// Where the system can open a file that has no name, it loses its name before anything is written, so that even a killed
/// process leaves nothing. Elsewhere, the file disappears with the value.
package final class SpooledJournal: Sendable {
  private static let pieceBytes = 1 << 16

  /// The path of the file.
  let path: String
  private let descriptor: Int32
  /// The folder of the file; `nil` if it is gone.
  private let folder: String?

  /// Reads standard input to its end.
  package init(in context: CommandContext) throws {
    // A segment's header names the file before it, so other files beside this one must not be found.
    let folder = try context.makeTemporaryFolder("reduxlog-input-")
    let named = "\(folder)/journal.jsonl"
    do {
      do { descriptor = try Platform.open(named, for: .creating) } catch {
        Platform.removeFolder(folder)
        throw error
      }
      let nameless = Platform.pathOfOpenFile(descriptor)
      path = nameless ?? named
      self.folder = nameless == nil ? folder : nil
      if nameless != nil { SpooledJournal.remove(named, in: folder) }
      // From here on, an error runs deinit.
      while case let bytes = try context.input.read(Self.pieceBytes), !bytes.isEmpty {
        try Platform.writeAll(bytes, to: descriptor)
      }
    } catch let error as Platform.SystemError {
      throw CommandFailure(
        "can't store standard input: \(error)", file: context.temporaryFolder,
        advice: "Set TMPDIR to a folder with more space, or save the journal to a file.")
    }
  }

  deinit {
    Platform.closeDescriptor(descriptor)
    if let folder { SpooledJournal.remove(path, in: folder) }
  }

  private static func remove(_ path: String, in folder: String) {
    Platform.removeFile(path)
    Platform.removeFolder(folder)
  }
}

/// One of several parts of a set of journals, which different machines can verify.
///
/// Each journal is in exactly one part. Which one depends on the journals' sizes and on their paths below the folder, not on
/// the order of the arguments or on where the folder is.
package struct Shard: Hashable {
  /// The number of the part, from 1.
  let number: Int
  /// The number of parts.
  let count: Int

  /// Creates part I of N; `nil` unless I is from 1 to N.
  package init?(number: Int, of count: Int) {
    guard number > 0, number <= count else { return nil }
    self.number = number
    self.count = count
  }

  /// The journals of the part, in their order. A file that was found twice counts once.
  package func journals(of journals: [JournalFinder.Found]) -> [JournalFinder.Found] {
    var taken: Set<Platform.FileIdentity> = []
    let order = journals.indices.sorted { Shard.precedes(journals[$0], journals[$1]) }
      .filter { index in Platform.identity(of: journals[index].path).map { taken.insert($0).inserted } ?? true }
    let parts = Shard.parts(of: order.map { Shard.byteCount(of: journals[$0].path) }, among: count)
    return zip(order, parts).filter { $1 == number - 1 }.map(\.0).sorted().map { journals[$0] }
  }

  /// Whether a journal comes first among those of one size.
  private static func precedes(_ journal: JournalFinder.Found, _ other: JournalFinder.Found) -> Bool {
    (journal.name, journal.path) < (other.name, other.path)
  }

  /// The size of a journal with its older segments; 0 if it can't be read.
  private static func byteCount(of path: String) -> Int {
    ([path] + JournalFile.olderSegmentPaths(of: path)).reduce(0) {
      $0 + ((try? Platform.status(of: $1).byteCount) ?? 0)
    }
  }

  /// Distributes sizes: each, from the largest, to the part with the least bytes so far.
  ///
  /// Source: R. L. Graham, Bounds on Multiprocessing Timing Anomalies, 1969: the largest part has at most 4/3 of the least
  /// possible size.
  package static func parts(of sizes: [Int], among count: Int) -> [Int] {
    var parts = Array(repeating: 0, count: sizes.count)
    // Of empty files, each part gets as many.
    var loads = Array(repeating: (bytes: 0, journals: 0), count: min(count, sizes.count))
    for index in sizes.indices.sorted(by: { (sizes[$1], $0) < (sizes[$0], $1) }) {
      guard let least = loads.indices.min(by: { loads[$0] < loads[$1] }) else { break }
      parts[index] = least
      loads[least].bytes += sizes[index]
      loads[least].journals += 1
    }
    return parts
  }
}

extension Shard: CustomStringConvertible {
  package var description: String { "\(number)/\(count)" }
}

/// Names of files that belong to journals and go into one folder.
package struct UnusedNames {
  private var names: Set<String>

  package init(besides names: Set<String> = []) { self.names = names }

  /// A name for a file that belongs to a journal: that of the journal without its extension, with a number if it is taken.
  package mutating func name(for journal: String, extension ending: String) -> String {
    let last = journal.split(separator: "/").last.map(String.init) ?? journal
    let base = last.hasSuffix(".jsonl") ? String(last.dropLast(6)) : last
    var name = base + ending
    var number = 2
    while !names.insert(name).inserted {
      name = "\(base)-\(number)\(ending)"
      number += 1
    }
    return name
  }
}

extension CommandContext {
  /// The folder for temporary files: `TMPDIR`, by default `/tmp`.
  package var temporaryFolder: String {
    var folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return folder
  }

  /// Creates a folder for temporary files, which only the user can read.
  package func makeTemporaryFolder(_ prefix: String) throws(CommandFailure) -> String {
    let parent = temporaryFolder
    do { return try Platform.createUniqueFolder(prefix: "\(parent)/\(prefix)") } catch {
      throw CommandFailure("can't create a folder for temporary files: \(error)", file: parent)
    }
  }
}
