import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The sample's page")
struct PageTests {
  /// The lines of a text, without what stands before them.
  func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
  }

  /// The blocks of the page in a language.
  func blocks(_ language: String) throws -> [[String]] {
    let page = try Files.text("README.md")
    return page.split(separator: "```\(language)\n").dropFirst()
      .map { lines($0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex)) }
  }

  @Test(arguments: [
    "List/ListState.swift", "List/ListFeature+Middleware.swift", "App/AccountsHost+Middleware.swift",
    "App/AccountsHost.swift", "App/AccountsPersistence.swift",
  ])
  func `shows code as it stands in the sample`(file: String) throws {
    let source = lines(try Files.text(file))
    let isShown = try blocks("swift").contains { block in
      source.indices.contains { source[$0...].starts(with: block) }
    }
    #expect(isShown)
    #expect(try blocks("swift").count == 5)
  }

  @Test func `the line with the bug is the first version's, and the line in its place is today's`() throws {
    let difference = try #require(try blocks("diff").first)
    #expect(difference.count == 2)
    let then = lines(try Files.text("../../Tests/ChangedSamples/ChangedAccountsApp.swift"))
    let now = lines(try Files.text("List/ListFeature.swift"))
    #expect(then.contains { difference[0].hasSuffix($0) && difference[0].hasPrefix("-") })
    #expect(now.contains { difference[1].hasSuffix($0) && difference[1].hasPrefix("+") })
  }
}
