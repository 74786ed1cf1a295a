package import CommandLineKit
import SystemSupport

/// `init`: adds a tool and a test target for an app to a Swift package.
package struct InitCommand: Command {
  private static let folder = ArgumentSpecification(
    "PACKAGE", arity: .optional, help: "The folder of a Swift package (default: the current one).")
  private static let app = OptionSpecification(
    "app", value: "TYPE", help: "The app's type, if the package declares several.")

  package static let specification = CommandSpecification(
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

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
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
