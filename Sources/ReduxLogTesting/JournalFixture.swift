import ReduxInspection
import ReduxLogTool
public import Testing

/// A journal beside the tests, as an argument of a test.
///
///     @Test(arguments: try JournalFixture.all(in: "Journals"))
///     func `sessions lead where they led`(journal: JournalFixture) throws {
///       try expectReplays(journal, as: CartApp.self)
///     }
public struct JournalFixture: Hashable, Codable, Sendable {
  /// The journal's path.
  public let path: String
  /// The path as it is in the folder's listing, such as `Journals/lost-items.jsonl`.
  public let name: String

  /// Names a journal.
  ///
  /// - Parameters:
  ///   - name: The journal's path, relative to the test's file.
  ///   - filePath: The test's file. Use the default.
  public init(_ name: String, filePath: String = #filePath) {
    self.name = name
    path = JournalFixture.path(of: name, besideFile: filePath)
  }

  /// Finds every journal in a folder and its subfolders.
  ///
  /// Of a journal in several segments, it returns the newest, which leads to the others.
  ///
  /// - Parameters:
  ///   - folder: The folder's path, relative to the test's file.
  ///   - filePath: The test's file. Use the default.
  /// - Returns: The journals, sorted by path.
  /// - Throws: `ReplayFailure` if the folder contains no journal, or can't be read.
  public static func all(in folder: String, filePath: String = #filePath) throws -> [JournalFixture] {
    let parent = path(of: folder, besideFile: filePath)
    let paths: [String]
    do { paths = try ReplayCheck.journals(inFolder: parent) } catch {
      throw ReplayFailure(description: "\(error)")
    }
    return paths.map { path in
      JournalFixture(path: path, name: path.hasPrefix(parent) ? folder + path.dropFirst(parent.count) : path)
    }
  }

  private init(path: String, name: String) {
    self.path = path
    self.name = name
  }

  private static func path(of name: String, besideFile file: String) -> String {
    if name.hasPrefix("/") { return name }
    guard let end = file.lastIndex(of: "/") else { return name }
    return file[...end] + name
  }
}

extension JournalFixture: CustomTestStringConvertible {
  /// The journal's name.
  public var testDescription: String { name }
}
