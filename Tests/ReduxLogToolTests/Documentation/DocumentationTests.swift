import Expectations
import Foundation
import ReduxLogTool
import TestSupport
import Testing

/// The documentation matches the code.
///
/// After you change an output, rewrite the blocks of the pages and read the difference:
///
///     UPDATE_DOCS=1 swift test --filter DocumentationTests
struct DocumentationTests {
  /// Takes seconds: it runs each command of the documentation.
  @Test(arguments: Repository.pages) func `a console block shows the output of its commands`(path: String) async throws
  {
    try await onOwnThread {
      let page = MarkdownPage(try Repository.text(path))
      let blocks = page.blocks("console")
      guard !blocks.isEmpty else { return }
      let session = try ConsoleSession()
      var changes: [(block: MarkdownPage.Block, lines: [String])] = []
      for block in blocks {
        let lines = try session.lines(of: block)
        let isAsShown = ConsoleSession.isSame(lines, block)
        if Repository.updatesDocumentation {
          if !isAsShown { changes.append((block, lines)) }
        } else {
          #expect(isAsShown, "\(path):\(block.start + 1): it prints\n\(lines.joined(separator: "\n"))")
        }
      }
      guard !changes.isEmpty else { return }
      try page.replacing(changes).write(to: Repository.url(path), atomically: true, encoding: .utf8)
    }
  }

  @Test(arguments: Repository.pages) func `links and named files exist`(path: String) throws {
    let page = MarkdownPage(try Repository.text(path))
    let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    for link in page.links where !link.contains("://") {
      let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
      let target = parts[0].isEmpty ? path : folder + parts[0]
      #expect(Repository.exists(target), "\(path): \(link)")
      guard parts.count > 1, Repository.exists(target) else { continue }
      #expect(MarkdownPage(try Repository.text(target)).anchors.contains(parts[1]), "\(path): \(link)")
    }
    let roots = ["Sources/", "Samples/", "Tests/", "docs/", "Sessions/"]
    for word in page.codeWords where roots.contains(where: word.hasPrefix) && !word.contains(" ") {
      #expect(Repository.exists(word) || Repository.exists(folder + word), "\(path): \(word)")
    }
  }

  @Test func `the README and the index of the documentation link to every page`() throws {
    #expect(Repository.pages.allSatisfy(Repository.exists))
    #expect(Repository.pages.count > 18)
    let links = Set(try ["README.md", "docs/README.md"].flatMap(links))
    for page in Repository.pages.dropFirst() where !page.hasPrefix("Sources/") && page != "docs/README.md" {
      #expect(links.contains(page), "\(page)")
    }
    #expect(links.contains("docs/README.md"))
  }

  @Test func `each library product has a DocC catalogue`() throws {
    let manifest = try Repository.text("Package.swift")
    let products = manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.output.1) }
    #expect(!products.isEmpty)
    for product in products {
      let page = "Sources/\(product)/\(product).docc/\(product).md"
      #expect(Repository.exists(page), "\(page)")
    }
  }

  /// The files that a page links to, as paths in the repository.
  private func links(_ path: String) throws -> [String] {
    let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    return MarkdownPage(try Repository.text(path)).links.map { folder + $0 }
  }
}
