import CommandLineKit
import SystemSupport

/// `init`: adds a tool and a test target for an app to a Swift package.
struct InitCommand: Command {
  private static let folder = ArgumentSpecification(
    "PACKAGE", arity: .optional, help: "The folder of a Swift package (default: the current one).")
  private static let app = OptionSpecification(
    "app", value: "TYPE", help: "The app's type, if the package declares several.")

  static let specification = CommandSpecification(
    name: "init",
    abstract: "Add a tool and tests for an app to a Swift package.",
    traits: [],
    overview: """
      init finds the type that conforms to ReplayableApp, writes an executable with every command and the app's reducers,
      and a test that replays the journals in a folder. It prints what to add to Package.swift.

      It changes no file that exists.
      """,
    examples: [
      .init("init", "in the folder of a package with an app"),
      .init("init Packages/Shop --app CartApp", "one app of several"),
    ],
    arguments: [folder], options: [app])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let folder = arguments[Self.folder].first ?? "."
    guard Platform.exists(folder + "/Package.swift") else {
      throw CommandFailure(
        "no package: there is no Package.swift", file: folder, advice: "Name the folder of a package: init PACKAGE.")
    }
    let app = try app(in: folder, named: arguments.value(of: Self.app))
    let files = StarterFiles(for: app)
    for file in files.all { try write(file, in: folder, context) }
    if !app.isVisible {
      try context.note("\(app.name) isn't visible outside of \(app.module): declare it 'package' or 'public'")
    }
    if app.isInExecutable {
      try context.note("\(app.module) is an executable, which no tool can link: move \(app.name) to a library target")
    }
    for line in files.instructions { try context.output.line("\(line)") }
    return .fine
  }

  private func app(in folder: String, named name: String?) throws -> DeclaredApp {
    var apps = try DeclaredApp.all(inPackage: folder)
    if let name {
      let names = apps.map(\.name)
      apps = apps.filter { $0.name == name }
      guard !apps.isEmpty else {
        throw UsageError("the package declares no app '\(name)'" + Suggestion.clause(for: name, among: names))
      }
    }
    let distinct = Set(apps.map { "\($0.module).\($0.name)" }).sorted()
    guard let app = apps.first else {
      throw CommandFailure(
        "no type in Sources conforms to ReplayableApp", file: folder,
        advice: "Declare the app's state, actions and reducer in one: 'enum MyApp: ReplayableApp { … }'.")
    }
    guard distinct.count == 1 else {
      throw UsageError("the package declares several apps; choose one with --app: \(distinct.joined(separator: ", "))")
    }
    return app
  }

  private func write(_ file: StarterFiles.File, in folder: String, _ context: CommandContext) throws {
    let path = "\(folder)/\(file.path)"
    guard !Platform.isTaken(path) else { return try context.note("\(file.path): exists, and stays as it is") }
    var parent = folder
    for name in file.path.split(separator: "/").dropLast() {
      parent += "/\(name)"
      if !Platform.isFolder(parent) { try Platform.makeFolder(parent) }
    }
    let output = try OutputFile(path: path, force: false)
    try output.write(Array(file.text.utf8))
    try output.commit()
    try context.note("\(file.path): written")
  }
}

/// An app that a package's sources declare.
struct DeclaredApp: Hashable {
  /// The target that declares it.
  let module: String
  /// The type's name.
  let name: String
  /// Whether other targets of the package can use the type.
  let isVisible: Bool
  /// The app's name in journals; `nil` if the source doesn't show it.
  let recordedName: String?
  /// Whether the target is an executable.
  var isInExecutable = false

  /// The largest source file that is searched.
  private static let maximumBytes = 4 << 20

  /// The name without the types around it and without its ending `App`: `Steps`.
  var stem: String {
    let own = name.split(separator: ".").last.map(String.init) ?? name
    return own.count > 3 && own.hasSuffix("App") ? String(own.dropLast(3)) : own
  }

  /// The apps that the sources of a package declare, in the order of their files.
  static func all(inPackage folder: String) throws -> [DeclaredApp] {
    let sources = folder + "/Sources"
    guard Platform.isFolder(sources) else { return [] }
    var apps: [DeclaredApp] = []
    for module in try Platform.names(inFolder: sources).sorted() where Platform.isFolder("\(sources)/\(module)") {
      var (found, isExecutable): ([DeclaredApp], Bool) = ([], false)
      try search("\(sources)/\(module)", of: module, &found, &isExecutable)
      for index in found.indices { found[index].isInExecutable = isExecutable }
      apps += found
    }
    return apps
  }

  private static func search(
    _ folder: String, of module: String, _ apps: inout [DeclaredApp], _ isExecutable: inout Bool
  ) throws {
    for name in try Platform.names(inFolder: folder).sorted() where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      if Platform.isFolder(path), !Platform.isLink(path) {
        try search(path, of: module, &apps, &isExecutable)
      } else if name.hasSuffix(".swift"), let status = try? Platform.status(of: path), status.kind == .regular,
        status.byteCount <= maximumBytes
      {
        let text = String(decoding: try InputSource(path: path, interruption: .never).readAll(), as: UTF8.self)
        apps += declarations(in: text, of: module)
        if name == "main.swift" || text.contains(#/^@main\b/#.anchorsMatchLineEndings()) { isExecutable = true }
      }
    }
  }

  /// The apps that a source text declares.
  static func declarations(in text: String, of module: String) -> [DeclaredApp] {
    let declaration =
      #/^[ \t]*(?<modifiers>(?:[a-z]+ )*)(?<kind>enum|struct|class|actor|extension) (?<name>[\w.]+)[ \t]*:(?<list>[^{\n]*)\{/#
      .anchorsMatchLineEndings()
    return text.matches(of: declaration).compactMap { match in
      guard match.list.contains(#/\bReplayableApp\b/#) else { return nil }
      let body = text[match.range.upperBound...]
      let end = body.firstRange(of: "\n}")?.lowerBound ?? body.endIndex
      let recordedName = body[..<end].firstMatch(
        of: #/static (?:let|var) name(?:: String)? (?:=|\{) "(?<name>[\w-]+)"/#)?.name
      return DeclaredApp(
        module: module, name: String(match.name),
        isVisible: isVisible(match.modifiers) ?? (match.kind == "extension" && isDeclaredVisible(match.name, in: text)),
        recordedName: recordedName.map(String.init))
    }
  }

  /// Whether modifiers make a type visible; `nil` if they say nothing.
  private static func isVisible(_ modifiers: Substring) -> Bool? {
    modifiers.contains("public ") || modifiers.contains("package ") ? true : nil
  }

  /// Whether a type that is extended is visible. One that another file declares is taken to be.
  private static func isDeclaredVisible(_ name: Substring, in text: String) -> Bool {
    let declaration = #/(?<modifiers>(?:[a-z]+ )*)(?:enum|struct|class|actor) (?<name>\w+)/#
    guard let match = text.matches(of: declaration).first(where: { $0.name == name }) else { return true }
    return isVisible(match.modifiers) ?? false
  }
}

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
