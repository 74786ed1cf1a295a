import ReduxRecorder
import SystemSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The recording of one test.
struct RecordedSession: Sendable {
  let recorder: Recorder
  private let url: URL

  /// Begins a journal in the temporary folder.
  ///
  /// - Throws: `JournalError`.
  init(of test: String, _ app: AppIdentity, _ options: RecorderOptions) throws {
    let words = test.prefix { $0 != "(" }.split { !$0.isLetter && !$0.isNumber }
    let name = words.joined(separator: "-").prefix(60) + "-" + UUID().uuidString.prefix(8)
    url = FileManager.default.temporaryDirectory.appending(path: "\(name).jsonl")
    recorder = try Recorder(url: url, app: app, options: options)
  }

  /// Closes the journal, attaches it to the test, and prints its path.
  func keep(_ sourceLocation: SourceLocation) {
    recorder.close()
    if let bytes = try? Data(contentsOf: url) {
      Attachment.record(Array(bytes), named: url.lastPathComponent, sourceLocation: sourceLocation)
    }
    let line = Array("reduxlog: the failed test's session is in \(url.path)\n".utf8)
    _ = try? Platform.write(line[...], to: Platform.standardError)
  }

  /// Removes the journal of a test that passed.
  func discard() {
    recorder.close()
    try? FileManager.default.removeItem(at: url)
  }
}
