import Expectations
import TestSupport
import Testing

/// The README agrees with the manifest and the sources.
struct ReadmeTests {
  private let page: MarkdownPage

  init() throws { page = MarkdownPage(try Repository.text("README.md")) }

  @Test func `the named package and products exist`() throws {
    let manifest = try Repository.text("Package.swift")
    let block = try #require(page.blocks("swift").map { Snippet(block: $0) }.first { $0.isManifest })
    let products = block.text.matches(of: /\.product\(name: "(\w+)", package: "(\w+)"\)/)
    #expect(!products.isEmpty)
    for product in products {
      #expect(manifest.contains(".library(name: \"\(product.output.1)\""))
      #expect(manifest.contains("name: \"\(product.output.2)\""))
    }
  }

  @Test func `the example removes a line of the sample, as the changed app does`() throws {
    let block = try #require(page.blocks("diff").first { $0.remark != nil })
    var old = block
    old.language = "swift"
    old.lines = block.lines.map { String($0.dropFirst()) }
    #expect(Snippet(block: old).stands(in: try Repository.text(try #require(block.remark))))
    let changed = try Repository.text("Tests/ChangedSamples/ForgetfulTrackerApp.swift")
    // The changed app has the lines at another indentation.
    var new = block
    new.lines = block.lines.map { "\($0.prefix(1))\($0.dropFirst().drop { $0 == " " })" }
    #expect(Snippet(block: new).stands(in: changed))
    let removed = block.lines.filter { $0.hasPrefix("-") }.map { $0.dropFirst().drop { $0 == " " } }
    #expect(removed.count == 1 && !removed.contains { changed.contains($0) })
  }

  @Test func `the commands are those that CI runs`() throws {
    let script = try Repository.text(".ci/run")
    // CI's commands build what they run.
    let commands = page.blocks("sh").flatMap(\.lines).filter { $0.hasPrefix("swift ") && $0 != "swift build" }
    expectEqual(commands.prefix(3), ["swift run reduxlog live --demo", "swift run reduxlog tour", "swift test"])
    // There is no keyboard.
    for command in commands {
      #expect(script.contains("\n\(command)\n") || script.contains("\n\(command) <<<quit\n"), "\(command)")
    }
  }
}
