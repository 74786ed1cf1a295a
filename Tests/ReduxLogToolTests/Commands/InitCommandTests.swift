import CommandLineKit
import Expectations
import Foundation
import ReduxLogTool
import TestSupport
import Testing

/// `init`. `FreshPackageTests` builds what it writes.
struct InitCommandTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  private func createPackage(_ sources: [String: String]) throws {
    tool.folder.create("Package.swift")
    for (path, text) in sources {
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(
        atPath: tool.folder.path(of: "Sources/" + folder), withIntermediateDirectories: true)
      tool.folder.create("Sources/" + path, text)
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: tool.folder.path(of: path), encoding: .utf8)
  }

  private static let app = """
    // enum OldApp: ReplayableApp {
    public enum StepsApp: Sendable, ReplayableApp {
      public static let name = "steps"
    }
    """

  @Test func `a tool and a test are written, and the manifest's part is printed`() throws {
    try createPackage(["Steps/App/StepsApp.swift": Self.app])
    expectEqual(
      tool.run("init DIR"),
      CallResult(
        code: .fine,
        output: """
          Add to the targets in Package.swift:
            .executableTarget(
              name: "steps-log",
              dependencies: ["Steps", .product(name: "ReduxLogTool", package: "reduxlog")]),
            .testTarget(
              name: "StepsSessionTests",
              dependencies: ["Steps", .product(name: "ReduxLogTesting", package: "reduxlog")],
              exclude: ["Journals"]),
          go on with:
            swift run steps-log record --app steps -o Tests/StepsSessionTests/Journals/first.jsonl
            swift run steps-log verify Tests/StepsSessionTests/Journals
            swift test

          """,
        errorOutput: """
          Sources/steps-log/StepsLog.swift: written
          Tests/StepsSessionTests/SessionTests.swift: written
          Tests/StepsSessionTests/Journals/.gitattributes: written

          """))
    try expectEqual(
      text("Sources/steps-log/StepsLog.swift"),
      """
      import ReduxLogTool
      import Steps

      @main struct StepsLog {
        static func main() {
          InspectorTool.main(apps: [StepsApp.self])
        }
      }

      """)
    #expect(
      try text("Tests/StepsSessionTests/SessionTests.swift").contains("expectReplays(journal, as: StepsApp.self)"))
    try expectEqual(text("Tests/StepsSessionTests/Journals/.gitattributes"), "*.jsonl -text\n")
  }

  @Test func `a file that exists stays as it is`() throws {
    try createPackage(["Steps/StepsApp.swift": Self.app, "steps-log/StepsLog.swift": "// mine"])
    let result = tool.run("init DIR")
    expectEqual(result.code, .fine)
    #expect(result.errorOutput.hasPrefix("Sources/steps-log/StepsLog.swift: exists, and stays as it is\n"))
    try expectEqual(text("Sources/steps-log/StepsLog.swift"), "// mine")
    #expect(try text("Tests/StepsSessionTests/SessionTests.swift").hasPrefix("import ReduxLogTesting\nimport Steps\n"))
  }

  @Test func `of several apps, one is chosen`() throws {
    try createPackage(["Steps/StepsApp.swift": Self.app, "Shop/Cart.swift": "enum CartApp: ReplayableApp {\n}\n"])
    #expect(
      tool.run("init DIR").errorOutput.contains(
        "the package declares several apps; choose one with --app: Shop.CartApp, Steps.StepsApp"))
    #expect(
      tool.run("init DIR --app CratApp").errorOutput.contains(
        "the package declares no app 'CratApp'; did you mean 'CartApp'?"))
    let result = tool.run("init DIR --app CartApp")
    expectEqual(result.code, .fine)
    #expect(result.errorOutput.hasSuffix("CartApp isn't visible outside of Shop: declare it 'package' or 'public'\n"))
    #expect(result.output.contains("swift run cart-log record --app NAME -o "))
  }

  @Test(arguments: [
    ("struct Shop {}\nextension Shop: ReplayableApp {\n}\n", false),
    ("public struct Shop {}\nextension Shop: ReplayableApp {\n}\n", true),
    ("extension Shop: ReplayableApp {\n}\n", true), ("final class Shop: ReplayableApp {\n}\n", false),
    ("package actor Shop: Sendable, ReplayableApp {\n}\n", true),
  ]) func `a type that other targets don't see is noted`(text: String, isVisible: Bool) throws {
    try createPackage(["Shop/Shop.swift": text + "enum Other {\n  static let name = \"other\"\n}\n"])
    let result = tool.run("init DIR")
    expectEqual(result.code, .fine)
    #expect(result.errorOutput.contains("isn't visible") != isVisible)
    #expect(result.output.contains("record --app NAME"))
  }

  @Test(arguments: ["main.swift", "ShopMain.swift"]) func `an executable, which no tool can link, is noted`(
    main: String
  ) throws {
    try createPackage([
      "Shop/Shop.swift": "package enum ShopApp: ReplayableApp {\n}\n", "Shop/\(main)": "@main struct Main {}\n",
      "Other/main.swift": "",
    ])
    #expect(
      tool.run("init DIR").errorOutput.hasSuffix(
        "Shop is an executable, which no tool can link: move ShopApp to a library target\n"))
    try createPackage(["Cart/Cart.swift": "package enum CartApp: ReplayableApp {\n}\n"])
    #expect(!tool.run("init DIR --app CartApp").errorOutput.contains("executable"))
  }

  @Test func `an app inside another type gives its own name to the tool`() throws {
    try createPackage(["Shop/Shop.swift": "extension Shop.CartApp: ReplayableApp {\n}\n"])
    expectEqual(tool.run("init DIR").code, .fine)
    let source = try text("Sources/cart-log/CartLog.swift")
    #expect(source.contains("@main struct CartLog {") && source.contains("apps: [Shop.CartApp.self]"))
  }

  @Test func `a package without sources declares no app`() {
    tool.folder.create("Package.swift")
    #expect(tool.run("init DIR").errorOutput.hasPrefix("DIR: error: no type in Sources conforms to ReplayableApp\n"))
  }

  @Test func `a folder without a package or an app is refused`() throws {
    expectEqual(
      tool.run("init DIR"),
      CallResult(
        code: .trouble, output: "",
        errorOutput:
          "DIR: error: no package: there is no Package.swift\n  Name the folder of a package: init PACKAGE.\n"))
    try createPackage(["Steps/Steps.swift": "struct Steps: Codable {}"])
    #expect(tool.run("init DIR").errorOutput.hasPrefix("DIR: error: no type in Sources conforms to ReplayableApp\n"))
    expectEqual(tool.run("init DIR").code, .trouble)
  }
}
