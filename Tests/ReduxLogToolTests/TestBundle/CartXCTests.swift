import CommandLineKit
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import TestSupport
import XCTest

/// The tool in a test of XCTest.
final class CartJournalsTests: XCTestCase {
  func testRecordedCartsLeadWhereTheyLed() throws {
    let run = InspectorTool.capture(["verify", try journals()], apps: [CartApp.self])
    XCTAssertEqual(run.exitCode, .fine, "\(run)")
  }
}

extension CartJournalsTests {
  /// The folder of the journals: here one that is recorded for the test.
  fileprivate func journals() throws -> String {
    let folder = try TemporaryFolder()
    addTeardownBlock { withExtendedLifetime(folder) {} }
    for count in 1...2 {
      let path = folder.path(of: "\(count).jsonl")
      let recorder = try Recorder(path: path, app: AppIdentity(name: CartApp.name))
      let reduce = recorder.recording(CartApp.reduce)
      var cart = CartApp.initialState
      for _ in 0..<count { reduce(&cart, .add("apple", count: 1)) }
      recorder.close()
    }
    return folder.path
  }

  func testAnEmptyFolderIsTrouble() throws {
    let folder = try TemporaryFolder()
    let run = InspectorTool.capture(["verify", folder.path], apps: [CartApp.self])
    XCTAssertEqual(run.exitCode, .trouble)
    XCTAssertEqual(run.output, "")
  }
}
