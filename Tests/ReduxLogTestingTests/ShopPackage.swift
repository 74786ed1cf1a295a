import CommandLineKit
import Expectations
import Foundation
import ReduxLogTool
import TestSupport
import Testing

/// A package of a user, in a temporary folder: an app, a tool with its reducers, a program, and tests.
struct ShopPackage {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a program, and returns both outputs.
  func run(_ words: String..., environment: [String: String] = [:], expecting status: Int32) throws -> String {
    try run(words, environment: environment, expecting: status)
  }

  func run(_ words: [String], environment: [String: String] = [:], expecting status: Int32) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = folder.path(of: "output.txt")
    folder.create("output.txt")
    let file = try FileHandle(forWritingTo: URL(filePath: output))
    (process.standardOutput, process.standardError) = (file, file)
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOfFile: output, encoding: .utf8)
    expectEqual(process.terminationStatus, status, "\(words): \(text)")
    return text
  }

  /// Records a journal with the tool.
  func record(_ name: String, _ actions: [String]) throws {
    folder.create(
      "actions.txt", actions.map { $0 == "add" ? #"{"add":{"price":3}}"# : #"{"coupon":{}}"# }.joined(separator: "\n"))
    _ = try run(
      ".build/debug/cart-log", "record", "-o", name, "--app", "cart", "--force", "--actions", "actions.txt",
      expecting: 0)
  }

  /// Writes the package, with the bug or without it.
  func write(mended: Bool) throws {
    for name in ["Sources/Cart", "Sources/shop", "Tests/CartSessionTests/Journals"] {
      try createFolder(name)
    }
    let root = Repository.root.path
    let package = Repository.root.lastPathComponent
    folder.create(
      "Package.swift",
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "shop", platforms: [.macOS(.v15)], dependencies: [.package(path: "\(root)")],
        targets: [
          .target(name: "Cart", dependencies: [.product(name: "ReduxReplay", package: "\(package)")]),
          .executableTarget(
            name: "cart-log", dependencies: ["Cart", .product(name: "ReduxLogTool", package: "\(package)")]),
          .executableTarget(
            name: "shop", dependencies: ["Cart", .product(name: "ReduxRecorder", package: "\(package)")]),
          .testTarget(
            name: "CartSessionTests", dependencies: ["Cart", .product(name: "ReduxLogTesting", package: "\(package)")]),
          .target(
            name: "Tasks",
            dependencies: [
              .product(name: "ReduxStore", package: "\(package)"), .product(name: "ReduxPersistence", package: "\(package)"),
              .product(name: "ReduxReplay", package: "\(package)"),
            ]),
          .target(name: "FirstTaskList", dependencies: ["Tasks"]),
          .executableTarget(
            name: "tasks-log", dependencies: ["FirstTaskList", .product(name: "ReduxLogTool", package: "\(package)")]),
          .testTarget(
            name: "PlumberTests",
            dependencies: ["FirstTaskList", .product(name: "ReduxLogTesting", package: "\(package)")]),
        ])

      """)
    folder.create(
      "Sources/Cart/CartApp.swift",
      """
      public import ReduxReplay

      public struct Cart: Codable, Sendable { public var total = 0 }

      public enum CartAction: Codable, Sendable {
        case add(price: Int)
        case coupon
      }

      public enum CartApp: ReplayableApp {
        public static let name = "cart"
        public static var initialState: Cart { Cart() }
        public static func reduce(_ cart: inout Cart, _ action: CartAction) {
          switch action {
          case .add(let price): cart.total += price
          case .coupon: cart.total = \(mended ? "max(0, cart.total - 2)" : "cart.total - 2")
          }
        }
      }

      """)
    folder.create(
      "Sources/shop/main.swift",
      """
      import Cart
      import Foundation
      import ReduxRecorder
      import ReduxReplay

      let recorder = try Recorder.fromEnvironment(app: AppIdentity(CartApp.self))
      let reduce = recorder?.recording(CartApp.reduce) ?? CartApp.reduce
      var cart = try CartApp.openedState() ?? CartApp.initialState
      for price in 2...4 { reduce(&cart, .add(price: price)) }
      print("total \\(cart.total)")
      recorder?.close()
      exit(Int32(CommandLine.arguments[1])!)

      """)
    guard !mended else { return }
    // The tool and the test of recorded sessions.
    let messages = BufferSink()
    let code = InspectorTool.run(
      ["init", folder.path], apps: [], output: messages, errorOutput: messages, input: InputSource.buffer(""),
      environment: [:]
    )
    expectEqual(code, .fine, "\(messages.text)")
  }

  private func createFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: true)
  }

  /// Adds version 1.0 of the Tasks sample, its journal, and a tool.
  func writeTasks() throws {
    for name in ["Sources/FirstTaskList", "Sources/tasks-log", "Tests/PlumberTests"] { try createFolder(name) }
    let files = FileManager.default
    try files.copyItem(atPath: Repository.path("Samples/Tasks"), toPath: folder.path(of: "Sources/Tasks"))
    try files.moveItem(
      atPath: folder.path(of: "Sources/Tasks/Bugs/favourites.jsonl"), toPath: folder.path(of: "favourites.jsonl"))
    for name in ["README.md", "Bugs", "Sessions"] {
      try files.removeItem(atPath: folder.path(of: "Sources/Tasks/\(name)"))
    }
    // The names of the samples are free, because no product contains them.
    let app = try String(contentsOfFile: Repository.path("Tests/ChangedSamples/CopyingTasksApp.swift"), encoding: .utf8)
    folder.create(favourites, app)
    folder.create("Tests/PlumberTests/Empty.swift")
    folder.create(
      "Sources/tasks-log/main.swift",
      """
      import FirstTaskList
      import ReduxLogTool

      InspectorTool.main(apps: [CopyingTasksApp.self])

      """)
  }

  private var favourites: String { "Sources/FirstTaskList/CopyingTasksApp.swift" }

  /// Mends the bug of the Tasks sample, as the tutorial does.
  func mendTasks() throws {
    let reducer = try String(contentsOfFile: folder.path(of: favourites), encoding: .utf8)
    let mended = reducer.replacing(".reopen(let id):", with: ".reopen(let id), .edit(let id, _, _):")
      .replacing("case .add, .edit,", with: "case .add,")
    #expect(mended != reducer)
    folder.create(favourites, mended)
  }

  /// Adds a test that fails while it records.
  func writeFailingTest() throws {
    folder.create(
      "Tests/CartSessionTests/RecordedTests.swift",
      """
      import Cart
      import ReduxLogTesting
      import ReduxRecorder
      import Testing

      @Test(.recorded(as: CartApp.self)) func `a coupon is free`() throws {
        let reduce = try Recorder.ofTest.recording(CartApp.reduce)
        var cart = CartApp.initialState
        reduce(&cart, .add(price: 3))
        #expect(cart.total == 0)
      }

      """)
  }
}
