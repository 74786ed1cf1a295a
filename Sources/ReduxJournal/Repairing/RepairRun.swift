import StateTree

/// Decides, line by line, which parts of a damaged journal go into its copy.
///
/// It is a pure state machine: lines go in, in the order of the file, and output comes out.
///
/// A line is kept if the chain of sums proves it and, with a key, that of the tags does. It may follow the last line that was kept; then nothing is missing
/// between them, whatever stands there. Or it may follow the sum at the end of a damaged line; then it is what was
/// written, but lines are missing before it, and with the actions among them the states. Seqs tell whether any are.
/// If so, lines are set aside up to a snapshot of the whole state.
struct RepairRun {
  typealias Problem = JournalError.Problem

  /// What becomes of the lines.
  enum Output {
    /// A line of the copy.
    case copied([UInt8])
    /// A line that is set aside.
    case setAside(RawLine)
    /// What the gap says that was copied last.
    case gap(RepairGap)
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
    /// What should be at its end, with each of the ends that may come before it.
    var ties: [(tie: LineTie, link: Link)]
    /// Whether its sum is right, but the key does not prove it.
    var isForged: Bool
    /// What is known of the file's first line if it reads as a header.
    var header: HeaderRecord?

    var reason: String {
      if isForged { return "it was written without the key" }
      return line.tie == nil ? "no sum is at its end" : "its sum doesn't match"
    }
  }

  let maximumLineBytes: Int
  let key: JournalKey?
  /// What was decided, for the caller to write and take away.
  var output: [Output] = []
  var report = RepairReport()

  // The copy.
  var copy: JournalCopy
  var validator: JournalValidator
  var seqs = SeqMap()

  // The journal, as far as it is in the copy.
  /// The end of the last proven line that follows the copy's last without a break.
  var tie: LineTie?
  /// The seq of the last line that was kept, as it was.
  var seq = 0
  /// The hash of that state, if known.
  var hash: StateHash?
  /// What is volatile in the session of the last header that was taken.
  var volatile = VolatileHasher(of: .off)
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

  /// The end of the line before, if that was set aside.
  var tieBefore: LineTie?
  private var suspect: Suspect?

  init(maximumLineBytes: Int, key: JournalKey? = nil) {
    self.maximumLineBytes = maximumLineBytes
    self.key = key
    copy = JournalCopy(maximumLineBytes: maximumLineBytes, key: key)
    validator = JournalValidator(maximumLineBytes: maximumLineBytes, key: key)
  }

  /// Whether the copy has begun.
  var hasHeader: Bool { validator.sum != nil }

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
    suspect = Suspect(line: line, bytes: bytes, ties: possibleTies(of: bytes), isForged: isForged(bytes))
    if !hasHeader, line.number == 1, isHeader(bytes) { try readFirstHeader(bytes) }
  }

  /// Takes in what stands behind the last line end, and ends the copy.
  ///
  /// - Throws: `notAJournal` if nothing could be saved; what only a newer version can read.
  mutating func finish(_ torn: RawLine?) throws(Problem) {
    if let torn { try takeTorn(torn) }
    try settleSuspect()
    guard hasHeader else { throw .notAJournal("it has no header that can be proven") }
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
    if case .action(let action, let completed) = TornLineForm(bytes, after: originalValidator, at: line.offset) {
      report.tail = .actionCompleted(seq: action.seq - shift, type: action.type)
      return try accept(completed.dropLast(), .kept, line)
    }
    report.tail = .keptInGap(byteCount: bytes.count)
    let (why, kept) = GapRecord.keeping(torn: bytes, maximumLineBytes: maximumLineBytes)
    try copyGap(why: why, missing: nil, bytes: kept)
  }

  /// The validator as it is in the journal after the last line that was kept.
  private var originalValidator: JournalValidator {
    var original = validator
    original.sum = tie?.sum
    original.auth = tie?.auth
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
      var first = JournalValidator(maximumLineBytes: maximumLineBytes, key: key)
      do {
        _ = try first.accept(bytes, at: 0)
        return .kept
      } catch {
        guard error.isDamage else { throw error }
      }
    }
    if let tie, proves(bytes, after: tie) { return .kept }
    if let suspect, let right = suspect.ties.first(where: { proves(bytes, after: $0.tie) }),
      let body = LineTie.body(of: suspect.bytes, withTag: key != nil)
    {
      self.suspect = nil
      report.sumsRestored += 1
      try accept(right.tie.end(body), right.link, suspect.line)
      return tie == right.tie ? .kept : .damaged
    }
    if let before = suspect?.line.tie ?? tieBefore, proves(bytes, after: before) { return .damaged }
    // A segment says itself which line it follows, though the segment with that line may not be here.
    if isFirst, isHeader(bytes) {
      var segment = JournalValidator(maximumLineBytes: maximumLineBytes, key: key)
      if (try? segment.accept(bytes, at: 0)) != nil, segment.journal == validator.journal { return .damaged }
    }
    return nil
  }

  /// Whether a line follows another, as far as its sum tells and, with a key, its tag.
  private func proves(_ bytes: [UInt8], after tie: LineTie) -> Bool {
    guard let key else { return tie.proves(bytes, by: nil) }
    if let prover = validator.prover { return tie.proves(bytes, by: prover) }
    guard let header = suspect?.header ?? header(in: bytes) else { return false }
    return tie.proves(bytes, by: LineProver(key, header.journal))
  }

  private func header(in bytes: [UInt8]) -> HeaderRecord? {
    guard isHeader(bytes), case .header(let header)? = try? parsed(bytes) else { return nil }
    return header
  }

  /// Whether a line has the right sum, and no proof.
  private func isForged(_ bytes: [UInt8]) -> Bool {
    key != nil && [tie, tieBefore].contains { $0?.proves(bytes, by: nil) == true }
  }

  private func isHeader(_ bytes: [UInt8]) -> Bool { JournalValidator.looksLikeHeader(bytes) }

  /// What would be at the end of a line, with each of the ends that may come before it.
  private func possibleTies(of bytes: [UInt8]) -> [(tie: LineTie, link: Link)] {
    guard let body = LineTie.body(of: bytes, withTag: key != nil) else { return [] }
    var ties: [(tie: LineTie, link: Link)] = []
    if let tie { ties.append((tie.next(over: body, by: validator.prover), .kept)) }
    if let tieBefore { ties.append((tieBefore.next(over: body, by: validator.prover), .damaged)) }
    return ties
  }

  // MARK: Suspects

  /// Reads a first line whose sum is wrong.
  private mutating func readFirstHeader(_ bytes: [UInt8]) throws(Problem) {
    let record: JournalRecord
    do { record = try parsed(bytes) } catch {
      guard error.isDamage else { throw error }
      return
    }
    guard case .header(let header) = record, let body = LineTie.body(of: bytes, withTag: key != nil) else { return }
    suspect?.header = header
    let previous = header.previous.flatMap { ChainSum(digits: $0.utf8) }
    let tag = header.previousAuth.flatMap { AuthTag($0) }
    let tie = LineTie(
      of: body, sum: previous.map(ChainSum.hash(after:)) ?? ChainSum.hash(startOf: header.journal),
      by: key.map { LineProver($0, header.journal) }, after: tag)
    suspect?.ties = [(tie, .kept)]
  }

  /// Gives the suspect up: the line after it does not prove it.
  private mutating func settleSuspect() throws(Problem) {
    guard let suspect else { return }
    self.suspect = nil
    // With a key, an unproven line can't start a proven copy.
    guard let header = suspect.header, suspect.line.tie != nil, key == nil else {
      // Where the sums are right, what comes behind is another's only if the key doesn't prove it.
      isForeign = !suspect.isForged && isForeign(suspect.bytes)
      return reject(suspect.line, suspect.reason)
    }
    // Without a header nothing can be said of all the rest, so it is taken as it reads, and the gap says so.
    try begin(header, suspect.bytes)
    reject(suspect.line, "its sum doesn't match; it was taken as it reads, and what it says may be wrong")
  }

  /// Whether a line that follows no other is in order, and of another journal: that begins with it, or holds another
  /// state at this place.
  private func isForeign(_ bytes: [UInt8]) -> Bool {
    if isHeader(bytes) {
      var first = JournalValidator(maximumLineBytes: maximumLineBytes)
      return hasHeader && (try? first.accept(bytes, at: 0)) != nil && first.journal != validator.journal
    }
    guard validator.hasState, let hash, case .snapshot(let snapshot)? = try? parsed(bytes), snapshot.seq == seq,
      let state = snapshot.state
    else { return false }
    return snapshot.hash != hash && volatile.hash(state) == snapshot.hash
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
    tieBefore = line.tie
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
  /// Whether it is the journal's fault, and not that of a version too old to read it, or of another key.
  var isDamage: Bool {
    switch self {
    case .unknownFormat, .unknownHash, .unknownKind, .keyMissing, .otherKey, .notKeyed: false
    default: true
    }
  }

  /// What is wrong, without advice.
  var reason: String {
    switch self {
    case .damaged(let reason), .notAJournal(let reason), .misuse(let reason), .forged(let reason): reason
    default: "\(self)"
    }
  }
}
