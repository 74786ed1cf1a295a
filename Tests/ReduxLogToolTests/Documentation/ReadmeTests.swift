import ChangedSamples
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

  @Test func `the line that the example removes exists`() throws {
    let reducer = try Repository.text("Samples/Tracker/TrackerApp+Projects.swift")
    let lines = try #require(page.blocks("diff").first).lines
    for line in lines where !line.isEmpty { #expect(reducer.contains("\n" + line.dropFirst().description)) }
    expectEqual(
      lines.filter { $0.hasPrefix("-") }.map { $0.dropFirst().drop { $0 == " " } }, [ChangedTrackerApp.removedLine[...]]
    )
  }

  @Test func `the commands are those that CI runs`() throws {
    let script = try Repository.text(".ci/run")
    let commands = page.blocks("sh").flatMap(\.lines).filter { $0.hasPrefix("swift ") }
    expectEqual(commands.prefix(2), ["swift run reduxlog tour", "swift test"])
    for command in commands { #expect(script.contains("\n\(command)\n"), "\(command)") }
  }
}
