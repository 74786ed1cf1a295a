import StateTree

/// A line that is no action: a point where a state may not follow from the one before it by an action.
package struct JournalLandmark: Hashable, Sendable {
  /// The contents of the line.
  package enum Kind: Hashable, Sendable {
    /// A state, with everything that decoding it needs or not.
    case state(isWhole: Bool)
    /// A state that equals an earlier one.
    case same(as: Int)
    /// A return to an earlier state.
    case rewind(to: Int)
    /// A header, gap, mark or seal.
    case other
  }

  /// The contents.
  package let kind: Kind
  /// The seq of the state that the line sets or follows.
  package let seq: Int
  /// The offset of the line in the file.
  package let offset: Int
  /// Whether the line sets the state with its seq.
  package let setsState: Bool
}

/// Finding landmarks without parsing the actions between them.
extension JournalFile {
  /// Returns the landmarks before the start of a line, in the order of the file, from at least so many bytes.
  ///
  /// It looks only at the starts of actions and states, and checks no sums: reading the lines does. O(n) in the bytes.
  ///
  /// - Returns: The start of the first line that it has read, and the landmarks from there on.
  /// - Throws: `JournalError` for a line that doesn't begin like a record, or if the file can't be read.
  package func landmarks(before end: Int, byteCount: Int) throws(JournalError) -> (
    start: Int, landmarks: [JournalLandmark]
  ) {
    let start = try JournalFile.lineStart(atOrBefore: max(0, end - byteCount), in: file, limit: maximumLineBytes)
    var lines = LineReader(file: file, offset: start, maximumLineBytes: maximumLineBytes)
    var landmarks: [JournalLandmark] = []
    var previous = start
    while lines.offset < end {
      let offset = lines.offset
      guard try lines.advance() else { break }
      let found: (prefix: LinePrefix?, body: JSONDocument?)? = lines.withLine { line in
        if JournalFile.isAction(line) { return nil }
        let body = line.count < JournalFile.shortLine ? try? JSONDocument(Array(line)) : nil
        return (LinePrefix(line), body)
      }
      if let found {
        guard let prefix = found.prefix else {
          throw damage("the line does not start with a kind and a seq", at: offset)
        }
        let isWhole = lines.withLine { JournalFile.looksLikeState($0) }
        let kind = JournalLandmark.Kind(prefix, found.body?.root, isWhole: isWhole)
        var setsState = false
        if kind.maySetState {
          setsState = try self.setsState(prefix, at: offset, after: offset == start ? nil : previous)
        }
        landmarks.append(JournalLandmark(kind: kind, seq: prefix.seq, offset: offset, setsState: setsState))
      }
      previous = offset
    }
    return (start, landmarks)
  }

  /// Returns the offset of the first line whose seq is at least a seq, or the end. O(log n) reads.
  ///
  /// - Throws: `JournalError` if a line on the way is damaged.
  package func offset(ofSeqFrom seq: Int) throws(JournalError) -> Int {
    var search = LineSearch(of: self)
    return try search.firstLine(withSeqFrom: seq)
  }

  /// A line with a state, which may be long, isn't parsed; a rewind or a reference is shorter.
  private static let shortLine = 512

  private static func isAction(_ line: UnsafeRawBufferPointer) -> Bool {
    let start: StaticString = #"{"kind":"action","#
    return line.count >= start.utf8CodeUnitCount
      && start.hasBytes(UnsafeRawBufferPointer(rebasing: line[..<start.utf8CodeUnitCount]))
  }

  /// Whether a line that may set a state does.
  private func setsState(_ prefix: LinePrefix, at offset: Int, after previous: Int?) throws(JournalError) -> Bool {
    if prefix.kind == "rewind" { return true }
    guard offset > 0 else { return false }
    let place: Int
    if let previous { place = previous } else { place = try start(ofLineBefore: offset) }
    let before = try self.prefix(at: place)
    if prefix.seq > before.seq { return true }
    return try !hasState(before: offset, previous: before)
  }
}

extension JournalLandmark.Kind {
  fileprivate init(_ prefix: LinePrefix, _ body: JSONNode?, isWhole: Bool) {
    switch prefix.kind {
    case "rewind": self = body?.member("to")?.integer.map { .rewind(to: $0) } ?? .other
    case "snapshot": self = body?.member("same-as")?.integer.map { .same(as: $0) } ?? .state(isWhole: isWhole)
    default: self = .other
    }
  }

  /// Whether such a line may set a state.
  fileprivate var maySetState: Bool { self != .other }
}
