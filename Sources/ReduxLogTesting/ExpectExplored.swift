import ReduxInspection
import ReduxLogTool
public import ReduxReplay
import SystemSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes sessions that weren't recorded out of recorded ones, and checks that nothing breaks in them.
///
///     @Test func `sessions like the recorded ones lose nothing`() throws {
///       try expectExplored("Journals", as: CartApp.self)
///     }
///
/// It does what the command `explore` does. It reports each check of the app and each condition that is false, and each state that
/// changes when it is encoded and decoded, or isn't equal then. A condition that a recorded state breaks already is an issue, too. The
/// reducers run in the test's process, on threads of their own. A crash ends the process, and no time limits a reducer.
///
/// With a tool, the reducers run in processes of their own. Then it also looks for crashes, reducers that don't return, reducers
/// that aren't pure, and differences from the reducers of another tool.
///
/// All findings are one issue at the caller's line, each with the few actions that show it. Their journals are attached.
/// Suspicions alone are no issue. The same seed makes the same sessions.
///
/// - Parameters:
///   - journals: The path of a journal or a folder with journals, relative to the test's file.
///   - app: The app with today's reducers.
///   - tool: The path of a tool with the same reducers, relative to the test's file; `nil` to run them in this process.
///   - other: The path of another tool with the app, such as a build of the main branch; it needs a `tool`.
///   - comparingValues: Whether restored states that are `Equatable` are also compared by `==`. Pass `false` for an app that leaves
///     properties out of its JSON on purpose.
///   - conditions: Expressions that each state should satisfy, beside the app's `checks`.
///   - sessions: The number of sessions. Each has about 30 actions.
///   - seed: Other seeds make other sessions.
///   - fileID: The test's file in its module. Use the default.
///   - filePath: The test's file. Use the default.
///   - line: The line of the issue. Use the default.
///   - column: The column of the issue. Use the default.
/// - Throws: `ReplayFailure` without a `tool` for `other`, and outside of Swift Testing, such as in XCTest, where no issue can be
///   recorded; errors of starting the tool and of the file system.
/// - Complexity: O(sessions × state).
public func expectExplored<App: ReplayableApp>(
  _ journals: String, as app: App.Type, by tool: String? = nil, against other: String? = nil,
  comparingValues: Bool = true, satisfying conditions: [String] = [], runs sessions: Int = 500, seed: Int = 1,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
  func path(_ name: String) -> String { JournalFixture(name, filePath: filePath).path }
  var arguments = ["explore", path(journals), "--runs", "\(sessions)", "--seed", "\(seed)"]
  if let other {
    guard tool != nil else {
      throw ReplayFailure(description: "'against:' needs a tool with the test's reducers; pass 'by:'")
    }
    arguments += ["--against", path(other)]
  }
  if !comparingValues { arguments += ["--without", "equality"] }
  for condition in conditions { arguments += ["--expect", condition] }
  let finding = try ExploreCheck.finding(arguments) { arguments, folder in
    try tool.map { try ExploreCheck.run(path($0), arguments, in: folder) }
      ?? InspectorTool.capture(arguments, apps: [app])
  }
  try finding?.report(at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// The command `explore`, run by a test.
private enum ExploreCheck {
  /// Runs the command, and returns what it found.
  static func finding(
    _ arguments: [String], _ run: ([String], URL) throws -> InspectorRun
  ) throws -> ReplayCheck.Finding? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "explored-\(UUID())")
    let found = folder.appending(path: "Found")
    try FileManager.default.createDirectory(at: found, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try run(arguments + ["-o", found.path], folder)
    // What is left out isn't checked.
    let warnings = result.errorOutput.split(separator: "\n").filter { $0.contains("warning: ") }
    switch result.exitCode {
    case .fine where result.output.hasPrefix("found nothing") && warnings.isEmpty: return nil
    case .fine where result.output.hasPrefix("found nothing"):
      return ReplayCheck.Finding(warnings.joined(separator: "\n"), evidence: [])
    case .finding where !result.output.isEmpty:
      let journals = try FileManager.default.contentsOfDirectory(atPath: found.path).sorted().map { name in
        ReplayCheck.Finding.Evidence(name: name, bytes: Array(try Data(contentsOf: found.appending(path: name))))
      }
      let text = [result.output.replacing("\(found.path)/", with: "")] + warnings.map(String.init)
      return ReplayCheck.Finding(text.joined(separator: "\n"), evidence: journals)
    default: return ReplayCheck.Finding("explore failed\n\(result.errorOutput)", evidence: [])
    }
  }

  /// Runs it with a tool, in processes of their own.
  static func run(_ tool: String, _ arguments: [String], in folder: URL) throws -> InspectorRun {
    let paths = ["output", "errors"].map { folder.appending(path: $0).path }
    let files = try paths.map { try Platform.open($0, for: .creating) }
    defer { files.forEach(Platform.closeDescriptor) }
    let end = Platform.wait(
      for: try Platform.start(tool, [tool] + arguments, output: files[0], errorOutput: files[1]))
    let texts = try paths.map { String(decoding: try Data(contentsOf: URL(filePath: $0)), as: UTF8.self) }
    let code: InspectorTool.ExitCode
    if case .exited(let number) = end { code = .init(rawValue: number) } else { code = .trouble }
    return InspectorRun(
      exitCode: code, output: texts[0], errorOutput: texts[1].isEmpty ? "\(tool): it ended with \(end)" : texts[1])
  }
}
