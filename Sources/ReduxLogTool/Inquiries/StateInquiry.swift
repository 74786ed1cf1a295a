import ReduxJournal
import ReduxReplay

/// A state as this process's reducers make it, whatever was recorded, in the shape of the session that recorded it.
struct StateInquiry: Codable, Hashable, Sendable {
  var seq: Int

  /// Returns the state as JSON text.
  ///
  /// - Throws: `JournalError`, `ReplayError`, `CommandFailure`.
  func answer(_ file: JournalFile, _ apps: AppCatalog) throws -> String {
    String(decoding: try apps.app(of: file).answer(.recorded, uncheckedAt: seq, in: file), as: UTF8.self)
  }
}
