// Code of the audit section of the guide to stores. The lines between two markers appear in `docs/guides/stores.md`;
// SnippetTests compares them.

import Foundation
import ReduxDiagnostics
import ReduxJournal
import ReduxRecorder
import StateTree
import TestSupport
import Testing

// docs/guides/stores.md: audited state
struct LibraryState: Codable {
  var books: [Int: String] = [:]
  var shelf: Shelf = Shelf()
  var recent: [Int] = []
  var query: String?

  enum CodingKeys: CodingKey { case books, shelf }
}

final class Shelf: Codable {
  var order: [Int] = []
}
// docs/guides/stores.md: end

@Suite("Guide: what recording doesn't capture") struct AuditTests {
  // docs/guides/stores.md: audit test
  @Test func `the state is recorded whole`() {
    #expect(StateAudit(of: Basket()).findings.isEmpty)
  }
  // docs/guides/stores.md: end

  @Test func `the page shows the audit's report`() throws {
    let file = try RecordedFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "library"))
    let text = "reduxlog: \(recorder.audit(LibraryState(recent: [1])))"
    let page = try Repository.text("docs/guides/stores.md")
    let isShown = page.contains("```text\n\(text)\n```")
    #expect(isShown, "\(text)")
  }
}
