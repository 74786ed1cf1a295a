import SystemSupport

/// Reads a file line by line in chunks; it holds at most a chunk and the longest line.
struct LineReader {
  /// The chunk size for reading through a file.
  static let chunkByteCount = 64 << 10
  /// The size of the first read: many readers are created for a single line.
  static let lineByteCount = 4 << 10

  let file: SegmentedFile
  let maximumLineBytes: Int
  /// The offset of the next line in the file.
  private(set) var offset: Int
  private var buffer: [UInt8]
  /// The current line's range in the buffer.
  private var line = 0..<0
  /// The start of the next line in the buffer.
  private var start = 0
  private var end = 0
  private var isAtEnd = false

  init(file: SegmentedFile, offset: Int = 0, maximumLineBytes: Int) {
    self.file = file
    self.offset = offset
    self.maximumLineBytes = maximumLineBytes
    buffer = [UInt8](repeating: 0, count: LineReader.lineByteCount)
  }

  /// Moves to the next line, for `withLine`; `false` at the end of the file, where a later call looks again.
  ///
  /// - Throws: `lineTooLong`, or the system's error.
  mutating func advance() throws(JournalError) -> Bool {
    if isAtEnd {
      // A writer may have taken back a partial line since.
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

  /// Passes the current line, without its line end.
  ///
  /// It is `mutating` so that a class that owns the reader needn't copy it for the call; it changes nothing.
  mutating func withLine<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try buffer.withRawBytes { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[line]))
    }
  }

  private var tooLong: JournalError { JournalError(.lineTooLong(limit: maximumLineBytes), path: file.path) }

  /// Checks, at the end, that the file still contains the lines that were read.
  private func checkLength() throws(JournalError) {
    let byteCount = try file.byteCount()
    guard byteCount >= offset else {
      throw JournalError(
        .damaged("the file was cut to \(byteCount) bytes after \(offset) were read"), path: file.path)
    }
  }

  /// The bytes after the last line end, once `advance()` has reached the end of the file.
  var rest: [UInt8] { Array(buffer[start..<end]) }

  /// Reads more and returns the start of the new bytes in the buffer; `nil` at the end of the file.
  private mutating func fill() throws(JournalError) -> Int? {
    let wasFull = end == buffer.count
    if start > 0 {
      buffer.withUnsafeMutableBytes { bytes in
        bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
      end -= start
      start = 0
    }
    // The appended bytes are overwritten. Only this way of growing copies memory in a debug build, too: appending zeros
    // took 3 s for a line of 16 MiB.
    if end == buffer.count || wasFull && buffer.count < LineReader.chunkByteCount { buffer += buffer }
    let count = try file.read(buffer.count - end, at: offset + end, into: &buffer, position: end)
    if count == 0 {
      // A buffer that grew for a long line is of no use to the short lines that follow.
      if end == 0, buffer.count > LineReader.chunkByteCount {
        buffer = [UInt8](repeating: 0, count: LineReader.chunkByteCount)
      }
      return nil
    }
    end += count
    return end - count
  }
}
