import Synchronization
import Testing

/// Runs a body that should record issues, and returns their texts and lines. The test doesn't fail because of them.
package func issues(in body: () throws -> Void) rethrows -> [(text: String, line: Int?)] {
  let found = Mutex<[(text: String, line: Int?)]>([])
  try withKnownIssue(isIntermittent: true) {
    try body()
  } matching: { issue in
    found.withLock { $0.append((issue.comments.map(\.rawValue).joined(separator: "\n"), issue.sourceLocation?.line)) }
    return true
  }
  return found.withLock { $0 }
}
