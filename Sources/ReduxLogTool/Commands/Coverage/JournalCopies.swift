import CommandLineKit
import ReduxJournal
import SystemSupport

/// Copies of journals in one folder, with all their segments, byte for byte.
struct JournalCopies {
  private static let chunkByteCount = 1 << 20

  private let folder: String
  private let force: Bool
  private var names = UnusedNames()

  /// Creates the folder, unless it exists.
  ///
  /// - Throws: `CommandFailure` if it can't be created.
  init(in folder: String, force: Bool) throws(CommandFailure) {
    self.folder = folder
    self.force = force
    guard !Platform.isFolder(folder) else { return }
    do { try Platform.makeFolder(folder) } catch {
      throw CommandFailure("can't create the folder '\(folder)': \(error)")
    }
  }

  /// Copies a journal, its newest segment last.
  ///
  /// - Throws: `JournalError`, `OutputFileError`, or `CommandFailure` if a file can't be read.
  mutating func add(_ path: String, options: JournalReader.Options) throws {
    let name = names.name(for: path, extension: ".jsonl")
    let base = name.dropLast(".jsonl".count)
    for segment in try JournalFile(path: path, options: options).segmentPaths {
      let last = segment.split(separator: "/").last.map(String.init) ?? segment
      // An older segment has its number before the extension.
      let number = segment == path ? "" : last.split(separator: ".").dropLast().last.map { ".\($0)" } ?? ""
      try copy(segment, to: "\(folder)/\(base)\(number).jsonl")
    }
  }

  private func copy(_ source: String, to target: String) throws {
    let output = try OutputFile(path: target, force: force)
    do {
      let descriptor = try Platform.openForReading(source)
      defer { Platform.closeDescriptor(descriptor) }
      while case let bytes = try Platform.read(Self.chunkByteCount, from: descriptor), !bytes.isEmpty {
        try output.write(bytes)
      }
    } catch let error as Platform.SystemError {
      throw CommandFailure("can't read the file: \(error)", file: source)
    }
    try output.commit()
  }
}
