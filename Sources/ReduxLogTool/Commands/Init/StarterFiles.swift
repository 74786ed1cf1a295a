/// The files that a package needs to replay an app's journals: a tool, a test, and two targets.
struct StarterFiles {
  /// A file, by its path in the package.
  struct File {
    let path: String
    let text: String
  }

  private let app: DeclaredApp
  /// The name of the tool: `steps-log`.
  private let tool: String
  /// The name of the test target.
  private let tests: String

  init(for app: DeclaredApp) {
    self.app = app
    tool = "\(app.stem.lowercased())-log"
    tests = "\(app.stem)SessionTests"
  }

  private static func imports(_ modules: String...) -> String {
    modules.sorted().map { "import \($0)" }.joined(separator: "\n")
  }

  var all: [File] {
    [
      File(
        path: "Sources/\(tool)/\(app.stem)Log.swift",
        text: """
          \(StarterFiles.imports("ReduxLogTool", app.module))

          @main struct \(app.stem)Log {
            static func main() {
              InspectorTool.main(apps: [\(app.name).self])
            }
          }

          """),
      File(
        path: "Tests/\(tests)/SessionTests.swift",
        text: """
          \(StarterFiles.imports("ReduxLogTesting", app.module, "Testing"))

          @Test(arguments: try JournalFixture.all(in: "Journals"))
          func `a recorded session leads where it led`(journal: JournalFixture) throws {
            try expectReplays(journal, as: \(app.name).self)
          }

          """),
      // A changed line ending breaks a journal's checksums.
      File(path: "Tests/\(tests)/Journals/.gitattributes", text: "*.jsonl -text\n"),
    ]
  }

  /// The additions to the manifest, and the commands to go on with, line by line.
  var instructions: [String] {
    [
      "Add to the targets in Package.swift:",
      "  .executableTarget(",
      "    name: \"\(tool)\",",
      "    dependencies: [\"\(app.module)\", .product(name: \"ReduxLogTool\", package: \"reduxlog\")]),",
      "  .testTarget(",
      "    name: \"\(tests)\",",
      "    dependencies: [\"\(app.module)\", .product(name: \"ReduxLogTesting\", package: \"reduxlog\")],",
      "    exclude: [\"Journals\"]),",
      "go on with:",
      "  swift run \(tool) record --app \(app.recordedName ?? "NAME") -o Tests/\(tests)/Journals/first.jsonl",
      "  swift run \(tool) verify Tests/\(tests)/Journals",
      "  swift test",
    ]
  }
}
