import Foundation
import ReduxLogTesting
import ReduxRecorder
import Synchronization
import TestSupport
import Testing

/// Records a cart.
func record(
  _ path: String, _ actions: CartAction..., options: RecorderOptions = RecorderOptions()
) throws {
  let recorder = try Recorder(path: path, app: AppIdentity(name: CartApp.name), options: options)
  let reduce = recorder.recording(CartApp.reduce)
  var cart = Cart()
  recorder.start(cart)
  for action in actions { reduce(&cart, action) }
  recorder.close()
}

/// Runs a body that should record issues, and returns their texts and lines.
func issues(in body: () throws -> Void) rethrows -> [(text: String, line: Int?)] {
  let found = Mutex<[(text: String, line: Int?)]>([])
  try withKnownIssue(isIntermittent: true) {
    try body()
  } matching: { issue in
    found.withLock { $0.append((issue.comments.map(\.rawValue).joined(separator: "\n"), issue.sourceLocation?.line)) }
    return true
  }
  return found.withLock { $0 }
}
