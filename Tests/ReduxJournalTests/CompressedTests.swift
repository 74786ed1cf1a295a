import Expectations
import TestSupport
import Testing

@testable import ReduxInspection
@testable import ReduxJournal

/// A journal that was compressed is said to be that.
struct CompressedTests {
  @Test func `every way to open a compressed journal reports what to do`() throws {
    // The header of a gzip file, RFC 1952.
    let file = try TemporaryFile([0x1f, 0x8b, 0x08, 0x00, 0x00, 0x0a, 0x00, 0x00, 0x00, 0x03, 0x7b])
    let error = JournalError(.compressed, path: file.path)
    #expect(throws: error) { try JournalFile(path: file.path) }
    #expect(throws: error) { try JournalReader(path: file.path) }
    #expect(throws: error) { try JournalRepair(path: file.path) }
    expectEqual(
      error.description, "\(file.path): the file is compressed; unpack it with 'gunzip -k', and name the result")
  }
}
