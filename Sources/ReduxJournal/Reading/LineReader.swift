import SystemSupport

/// Reads a file line by line, in chunks; it holds no more than a chunk and the longest line.
struct LineReader {
  /// How much is read at a time to go through a file.
  static let chunkByteCount = 64 << 10
  /// How much is read at first: many readers are made for the sake of one line.
  static let lineByteCount = 4 << 10

  let file: SegmentedFile
  let maximumLineBytes: Int
  /// Where the next line starts in the file.
  private(set) var offset: Int
  private var buffer: [UInt8]
  /// Where the line stands in the buffer that was reached last.
  private var line = 0..<0
  /// Where the line after it starts.
  private var start = 0
  private var end = 0
  private var isAtEnd = false

  init(file: SegmentedFile, offset: Int = 0, maximumLineBytes: Int) {
    self.file = file
    self.offset = offset
    self.maximumLineBytes = maximumLineBytes
    buffer = [UInt8](repeating: 0, count: LineReader.lineByteCount)
  }

  /// Goes to the next line, which `withLine` then gives; `false` at the end of the file, where a later call looks again.
  ///
  /// - Throws: `lineTooLong`, or what the system says.
  mutating func advance() throws(JournalError) -> Bool {
    if isAtEnd {
      // A writer may have taken back since what was there of a line.
      isAtEnd = false
      end = start
    }
    var searched = start
    while true {
      let found = buffer.withUnsafeBytes {
        Platform.firstLineFeed(in: UnsafeRawBufferPointer(rebasing: $0[searched..<end]))
      }
      if let found {
        let lineEnd = searched + found
        guard lineEnd - start < maximumLineBytes else { throw tooLong }
        line = start..<lineEnd
        offset += line.count + 1
        start = lineEnd + 1
        return true
      }
      guard end - start < maximumLineBytes else { throw tooLong }
      searched = try fill() ?? end
      if searched == end {
        isAtEnd = true
        try checkLength()
        return false
      }
    }
  }

  /// Passes on the line that was reached last, without its line end.
  ///
  /// It is `mutating` so that a class that has the reader need not copy it for the call; nothing is changed.
  mutating func withLine<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try buffer.withRawBytes { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[line]))
    }
  }

  private var tooLong: JournalError { JournalError(.lineTooLong(limit: maximumLineBytes), path: file.path) }

  /// At the end: that the file still has the lines that were read from it.
  private func checkLength() throws(JournalError) {
    let byteCount = try file.byteCount()
    guard byteCount >= offset else {
      throw JournalError(
        .damaged("the file was cut to \(byteCount) bytes after \(offset) were read"), path: file.path)
    }
  }

  /// The bytes after the last line end, once `next()` has come to the end of the file.
  var rest: [UInt8] { Array(buffer[start..<end]) }

  /// Reads more, and returns where the new bytes start in the buffer; `nil` at the end of the file.
  private mutating func fill() throws(JournalError) -> Int? {
    let wasFull = end == buffer.count
    if start > 0 {
      buffer.withUnsafeMutableBytes { bytes in
        bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
      end -= start
      start = 0
    }
    // What is appended is written over. Of all ways to grow only this one copies memory in a debug build too: appending
    // zeros took 3 s for a line of 16 MiB.
    if end == buffer.count || wasFull && buffer.count < LineReader.chunkByteCount { buffer += buffer }
    let count = try file.read(buffer.count - end, at: offset + end, into: &buffer, position: end)
    if count == 0 {
      // A buffer that a long line made grow is of no use to the short ones that follow.
      if end == 0, buffer.count > LineReader.chunkByteCount {
        buffer = [UInt8](repeating: 0, count: LineReader.chunkByteCount)
      }
      return nil
    }
    end += count
    return end - count
  }
}
