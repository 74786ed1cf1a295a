import StateTree

/// Decides, line by line, what of a damaged journal goes into its copy. A pure state machine: lines go in, in the order
/// of the file, and what is to be written comes out.
///
/// A line is kept if the chain of sums proves it. It may follow the last line that was kept; then nothing is missing
/// between them, whatever stands there. Or it may follow the sum at the end of a damaged line; then it is what was
/// written, but lines are missing before it, and with the actions among them the states. Seqs tell whether any are.
/// If so, lines are set aside up to a snapshot of the whole state.
struct SalvageRun {
  typealias Problem = JournalError.Problem

  /// What becomes of the lines.
  enum Output {
    /// A line of the copy.
    case copied([UInt8])
    /// A line that is set aside.
    case setAside(RawLine)
    /// What the gap says that was copied last.
    case gap(SalvageGap)
  }

  /// What a line follows that is proven by the chain.
  enum Link {
    /// The last line that was kept.
    case kept
    /// A line that was damaged, but for the sum at its end.
    case damaged
  }

  /// Lines that were set aside since the last one that was kept.
  struct Region {
    var first: Int
    var last: Int
    var count: Int
    var bytes: Range<Int>
    var byteCount: Int
    var reason: String
  }

  /// A line with a wrong sum. If the next line follows the sum that it should have, only the sum was damaged.
  private struct Suspect {
    var line: RawLine
    var bytes: [UInt8]
    var sums: [(sum: ChainSum, link: Link)]
    /// What is known of the file's first line if it reads as a header.
    var header: HeaderRecord?

    var reason: String { line.sum == nil ? "no sum is at its end" : "its sum does not fit" }
  }

  let maximumLineBytes: Int
  /// What was decided, for the caller to write and take away.
  var output: [Output] = []
  var report = SalvageReport()

  // The copy.
  var copy: JournalCopy
  var rules: JournalRules
  var seqs = SeqMap()

  // The journal, as far as it is in the copy.
  /// The sum of the last proven line that follows the copy's last without a break.
  var sum: ChainSum?
  /// The seq of the last line that was kept, as it was.
  var seq = 0
  /// The hash of that state, if known.
  var hash: StateHash?
  /// By how much seqs are lower in the copy.
  var shift = 0
  /// Where the last snapshot with a whole state started.
  var base: Int?
  /// The number of the session of the last header that was taken, as it was.
  var session: Int?
  /// Whether the state to which the next action would be applied is lost.
  var isStateLost = false
  /// Whether the lines that follow each other since the last one that was kept are another journal's.
  var isForeign = false
  var region: Region?

  /// The sum at the end of the line before, if that was set aside.
  var sumBefore: ChainSum?
  private var suspect: Suspect?

  init(maximumLineBytes: Int) {
    self.maximumLineBytes = maximumLineBytes
    copy = JournalCopy(maximumLineBytes: maximumLineBytes)
    rules = JournalRules(maximumLineBytes: maximumLineBytes)
  }

  /// Whether the copy has begun.
  var hasHeader: Bool { rules.sum != nil }

  // MARK: Lines

  /// Takes in the next line.
  ///
  /// - Throws: What only a newer version can read.
  mutating func take(_ line: RawLine) throws(Problem) {
    guard let bytes = line.withoutCarriageReturn else {
      try settleSuspect()
      return reject(line, "it is longer than \(maximumLineBytes) bytes")
    }
    if let link = try link(of: bytes, isFirst: line.isFirst) {
      try settleSuspect()
      if bytes.count < line.bytes?.count ?? 0 { report.lineEndsRestored += 1 }
      return try accept(bytes, link, line)
    }
    try settleSuspect()
    suspect = Suspect(line: line, bytes: bytes, sums: possibleSums(of: bytes))
    if !hasHeader, line.number == 1, isHeader(bytes) { try readFirstHeader(bytes) }
  }

  /// Takes in what stands behind the last line end, and ends the copy.
  ///
  /// - Throws: `notAJournal` if nothing could be saved; what only a newer version can read.
  mutating func finish(_ torn: RawLine?) throws(Problem) {
    if let torn { try takeTorn(torn) }
    try settleSuspect()
    guard hasHeader else { throw .notAJournal("no line in it is a header that can be proven") }
    if region != nil { try copyRegion(losing: .allAfter) }
  }

  private mutating func takeTorn(_ line: RawLine) throws(Problem) {
    if let bytes = line.bytes, let link = try link(of: bytes, isFirst: line.isFirst) {
      try settleSuspect()
      report.tail = .lineEndAdded
      return try accept(bytes, link, line)
    }
    try settleSuspect()
    guard let bytes = line.bytes, hasHeader, region == nil, !isStateLost else {
      return reject(line, "it was cut short")
    }
    if case .action(let action, let completed) = TornLineForm(bytes, after: originalRules, at: line.offset) {
      report.tail = .actionCompleted(seq: action.seq - shift, type: action.type)
      return try accept(completed.dropLast(), .kept, line)
    }
    report.tail = .keptInGap(byteCount: bytes.count)
    let (why, kept) = GapRecord.keeping(torn: bytes, maximumLineBytes: maximumLineBytes)
    try copyGap(why: why, missing: nil, bytes: kept)
  }

  /// The rules as they stand in the journal after the last line that was kept.
  private var originalRules: JournalRules {
    var original = rules
    original.sum = sum
    original.seq = seq
    original.wholeState = .unknown
    original.header = .unknown
    original.records = nil
    return original
  }

  // MARK: The chain

  /// What a line follows, which may be the first of its file; `nil` if its own sum proves nothing. If it shows that the suspect is what was written, that
  /// one is accepted first.
  private mutating func link(of bytes: [UInt8], isFirst: Bool) throws(Problem) -> Link? {
    if !hasHeader, isHeader(bytes) {
      var first = JournalRules(maximumLineBytes: maximumLineBytes)
      do {
        _ = try first.accept(bytes, at: 0)
        return .kept
      } catch {
        guard error.isDamage else { throw error }
      }
    }
    if let sum, proves(bytes, after: sum) { return .kept }
    if let suspect, let right = suspect.sums.first(where: { proves(bytes, after: $0.sum) }) {
      self.suspect = nil
      var restored = suspect.bytes.dropLast(ChainSum.suffixByteCount - 1) as Array
      right.sum.appendSuffix(to: &restored)
      report.sumsRestored += 1
      try accept(restored.dropLast(), right.link, suspect.line)
      return sum == right.sum ? .kept : .damaged
    }
    if let before = suspect?.line.sum ?? sumBefore, proves(bytes, after: before) { return .damaged }
    // A segment says itself which sum it follows, though the segment with that line may not be here.
    if isFirst, isHeader(bytes) {
      var segment = JournalRules(maximumLineBytes: maximumLineBytes)
      if (try? segment.accept(bytes, at: 0)) != nil, segment.journal == rules.journal { return .damaged }
    }
    return nil
  }

  private func proves(_ bytes: [UInt8], after sum: ChainSum) -> Bool {
    bytes.withUnsafeBytes { ChainSum(ending: $0, ChainSum.hash(after: sum)) != nil }
  }

  private func isHeader(_ bytes: [UInt8]) -> Bool { JournalRules.looksLikeHeader(bytes) }

  /// The sums that a line would have, with each of the sums that may come before it.
  private func possibleSums(of bytes: [UInt8]) -> [(sum: ChainSum, link: Link)] {
    guard bytes.count >= ChainSum.suffixByteCount else { return [] }
    let body = Array(bytes.dropLast(ChainSum.suffixByteCount - 1))
    var sums: [(sum: ChainSum, link: Link)] = []
    if let sum { sums.append((sum.next(over: body), .kept)) }
    if let sumBefore { sums.append((sumBefore.next(over: body), .damaged)) }
    return sums
  }

  // MARK: Suspects

  /// Reads a first line whose sum is wrong.
  private mutating func readFirstHeader(_ bytes: [UInt8]) throws(Problem) {
    let record: JournalRecord
    do { record = try parsed(bytes) } catch {
      guard error.isDamage else { throw error }
      return
    }
    guard case .header(let header) = record, bytes.count >= ChainSum.suffixByteCount else { return }
    suspect?.header = header
    let previous = header.previous.flatMap { ChainSum(digits: $0.utf8) }
    var hash = previous.map(ChainSum.hash(after:)) ?? ChainSum.hash(startOf: header.journal)
    hash.update(Array(bytes.dropLast(ChainSum.suffixByteCount - 1)))
    suspect?.sums = [(ChainSum(hash), .kept)]
  }

  /// Gives the suspect up: the line after it does not prove it.
  private mutating func settleSuspect() throws(Problem) {
    guard let suspect else { return }
    self.suspect = nil
    guard let header = suspect.header, suspect.line.sum != nil else {
      isForeign = isForeign(suspect.bytes)
      return reject(suspect.line, suspect.reason)
    }
    // Without a header nothing can be said of all the rest, so it is taken as it reads, and the gap says so.
    try begin(header, suspect.bytes)
    reject(suspect.line, "its sum does not fit; it was taken as it reads, and what it says may be wrong")
  }

  /// Whether a line that follows no other is in order, and of another journal: that begins with it, or holds another
  /// state at this place.
  private func isForeign(_ bytes: [UInt8]) -> Bool {
    if isHeader(bytes) {
      var first = JournalRules(maximumLineBytes: maximumLineBytes)
      return hasHeader && (try? first.accept(bytes, at: 0)) != nil && first.journal != rules.journal
    }
    guard rules.hasState, let hash, case .snapshot(let snapshot)? = try? parsed(bytes), snapshot.seq == seq,
      let state = snapshot.state
    else { return false }
    return snapshot.hash != hash && state.stateHash == snapshot.hash
  }

  func parsed(_ bytes: [UInt8]) throws(Problem) -> JournalRecord {
    var memory: JSONDocument?
    return try bytes.withRawBytes { bytes throws(Problem) in
      try RecordParser.parse(bytes, maximumLineBytes: maximumLineBytes, reusing: &memory).record()
    }
  }

  // MARK: Setting aside

  mutating func reject(_ line: RawLine, _ reason: String) {
    output.append(.setAside(line))
    report.setAside += 1
    report.bytesSetAside += line.byteCount
    sumBefore = line.sum
    guard var more = region else {
      region = Region(
        first: line.number, last: line.number, count: 1, bytes: line.range, byteCount: line.byteCount, reason: reason)
      return
    }
    more.last = line.number
    more.count += 1
    more.bytes = more.bytes.lowerBound..<line.range.upperBound
    more.byteCount += line.byteCount
    region = more
  }
}

extension JournalError.Problem {
  /// Whether it is the journal's fault, and not that of a version too old to read it.
  var isDamage: Bool {
    switch self {
    case .unknownFormat, .unknownHash, .unknownKind: false
    default: true
    }
  }

  /// What is wrong, without advice.
  var reason: String {
    switch self {
    case .damaged(let reason), .notAJournal(let reason), .misuse(let reason): reason
    default: "\(self)"
    }
  }
}
