/// The lines of an input, of which the last may lack its end.
package struct InputLines {
  /// A line without its line feed.
  package struct Line {
    /// The bytes.
    package let bytes: [UInt8]
    /// Whether a line feed ends it.
    package let isWhole: Bool
  }

  private static let pieceBytes = 1 << 16

  private let input: any InputSource
  private let name: String
  private let limit: Int
  private var unread: [UInt8] = []
  private var start = 0

  /// Creates the lines of an input, whose name is for errors.
  package init(_ input: any InputSource, name: String, limit: Int = 16 << 20) {
    self.input = input
    self.name = name
    self.limit = limit
  }

  /// Returns the next line; `nil` at the end.
  ///
  /// - Throws: `InputError` if it can't be read or is too long.
  package mutating func next() throws -> Line? {
    var searched = start
    while true {
      if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        try check(end - start)
        defer { start = end + 1 }
        return Line(bytes: Array(unread[start..<end]), isWhole: true)
      }
      try check(unread.count - start)
      unread.removeFirst(start)
      start = 0
      searched = unread.count
      let piece = try input.read(InputLines.pieceBytes)
      if piece.isEmpty {
        guard !unread.isEmpty else { return nil }
        defer { unread = [] }
        return Line(bytes: unread, isWhole: false)
      }
      unread += piece
    }
  }

  private func check(_ count: Int) throws(InputError) {
    if count > limit { throw .lineTooLong(name: name, limit: limit) }
  }
}
