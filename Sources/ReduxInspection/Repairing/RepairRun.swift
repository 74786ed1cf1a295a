import ReduxJournal
import StateCoding
import StateTree

/// Decides, line by line, which parts of a damaged journal go into its copy.
///
/// It is a pure state machine: lines go in, in the order of the file, and output comes out.
///
/// A line is kept if the chain of sums proves it and, with a key, the chain of tags does, too:
///
/// - It follows the last line that was kept: nothing is missing between them, whatever the file has there.
/// - It follows the sum at the end of a damaged line: it is intact, but lines before it are missing, and with any
///   actions among them, states. Seqs show whether states are missing. If so, lines are set aside up to a whole snapshot.
struct RepairRun {
  typealias Problem = JournalError.Problem

  /// A step of the output.
  enum Output {
    /// A line of the copy.
    case copied([UInt8])
    /// A line that is set aside.
    case setAside(RawLine)
    /// A description of the gap that was copied last.
    case gap(RepairGap)
  }

  /// The predecessor of a proven line.
  enum Link {
    /// The last line that was kept.
    case kept
    /// A damaged line whose sum at the end is intact.
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

  /// A line with a wrong sum. If the next line follows the correct sum, only the sum was damaged.
  private struct Suspect {
    var line: RawLine
    var bytes: [UInt8]
    /// The valid links for its end, one for each possible predecessor.
    var ties: [(tie: LineTie, link: Link)]
    /// Whether its sum is valid, but the key doesn't prove it.
    var isForged: Bool
    /// The header, if this is the file's first line and reads as one.
    var header: HeaderRecord?

    var reason: String {
      if isForged { return "it was written without the key" }
      return line.tie == nil ? "it has no sum at its end" : "its sum doesn't match"
    }
  }

  let maximumLineBytes: Int
  let key: JournalKey?
  /// The output, for the caller to write and remove.
  var output: [Output] = []
  var report = RepairReport()

  // The copy.
  var copy: JournalCopy
  var validator: JournalValidator
  var seqs = SeqMap()

  // The journal, as far as it is in the copy.
  /// The link of the last proven line that follows the copy's last line without a break.
  var tie: LineTie?
  /// The original seq of the last line that was kept.
  var seq = 0
  /// The hash of that state, if known.
  var hash: StateHash?
  /// The volatile parts in the session of the last accepted header.
  var volatile = VolatileHasher(of: .off)
  /// How much lower seqs are in the copy.
  var shift = 0
  /// Where the last snapshot with a whole state started.
  var base: Int?
  /// The original session number of the last accepted header.
  var session: Int?
  /// Whether the state before the next action is lost.
  var isStateLost = false
  /// Whether the chain of lines since the last one that was kept belongs to another journal.
  var isForeign = false
  /// Whether the lines belong to a session of another app.
  var isOfOtherApp = false
  var region: Region?

  /// The link of the line before, if that was set aside.
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

  /// Takes the next line.
  ///
  /// - Throws: A problem that needs a newer version.
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

  /// Takes the bytes after the last line end, and ends the copy.
  ///
  /// - Throws: `notAJournal` if nothing could be kept; a problem that needs a newer version.
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
      report.tail = .actionCompleted(seq: action.seq - shift, type: action.type, hadReturned: action.hadReturned)
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

  /// The predecessor of a line; `nil` if its own sum proves nothing.
  ///
  /// If the line proves the suspect, the suspect is accepted first.
  private mutating func link(of bytes: [UInt8], isFirst: Bool) throws(Problem) -> Link? {
    if !hasHeader, isHeader(bytes) {
      var first = JournalValidator(maximumLineBytes: maximumLineBytes, key: key)
      do {
        _ = try first.accept(bytes, at: 0)
        return .kept
      } catch {
        guard error.isRepairable else { throw error }
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
    // A segment states which line it follows, even if the segment with that line is missing.
    if isFirst, isHeader(bytes) {
      var segment = JournalValidator(maximumLineBytes: maximumLineBytes, key: key)
      if (try? segment.accept(bytes, at: 0)) != nil, segment.journal == validator.journal { return .damaged }
    }
    return nil
  }

  /// Whether a line follows another by its sum and, with a key, by its tag.
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

  /// Whether a line has a valid sum but no proof.
  private func isForged(_ bytes: [UInt8]) -> Bool {
    key != nil && [tie, tieBefore].contains { $0?.proves(bytes, by: nil) == true }
  }

  private func isHeader(_ bytes: [UInt8]) -> Bool { JournalValidator.looksLikeHeader(bytes) }

  /// The valid links for a line's end, one for each possible predecessor.
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
      guard error.isRepairable else { throw error }
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

  /// Gives up the suspect, which the next line doesn't prove.
  private mutating func settleSuspect() throws(Problem) {
    guard let suspect else { return }
    self.suspect = nil
    // With a key, an unproven line can't start a proven copy.
    guard let header = suspect.header, suspect.line.tie != nil, key == nil else {
      // After a valid sum, the next lines are another journal's only if the key doesn't prove them.
      isForeign = !suspect.isForged && isForeign(suspect.bytes)
      return reject(suspect.line, suspect.reason)
    }
    // Without a header no later line can be judged, so this one is accepted as it reads, and the gap says so.
    try begin(header, suspect.bytes)
    reject(suspect.line, "its sum doesn't match; it was kept as it is, and its contents may be wrong")
  }

  /// Whether an unlinked line is valid but belongs to another journal: it begins one, or has another state at this
  /// place.
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
  /// Whether a repair can leave the line out, unless that takes a newer version or another key.
  var isRepairable: Bool {
    switch self {
    case .unknownFormat, .unknownHash, .unknownRules, .unknownKind, .keyMissing, .otherKey, .notKeyed: false
    default: true
    }
  }

  /// The problem without advice.
  var reason: String {
    switch self {
    case .damaged(let reason), .notAJournal(let reason), .misuse(let reason), .forged(let reason): reason
    default: "\(self)"
    }
  }
}
