package import StateCoding
package import StateTree

/// A file opened to append: locked, its end checked, a torn line repaired.
struct JournalOpening {
  let file: OpenFile
  /// The validator of the file's whole lines, in the state after the last of them.
  private var validator: JournalValidator
  /// The end of the last whole line.
  private var offset = 0
  /// The bytes of a truncated header, which a gap after the new header keeps.
  var tornStart: [UInt8]?
  var resumed: ResumeState?
  var repair = TailRepair.none
  /// When the file's first state was written, by the clock that its session began with.
  var began: WallClock?

  init(path: String, check: JournalCheck, options: JournalReader.Options) throws(JournalError) {
    file = try JournalOpening.lockedFile(path)
    validator = options.validator
    let size = try file.byteCount()
    guard size > 0 else { return }
    if let newest = SegmentNames.newestPath(ofOlder: path),
      try SegmentedFile.isOlder(file, inJournalAt: newest, maximumLineBytes: options.maximumLineBytes)
    {
      throw JournalError(.olderSegment(of: newest), path: path)
    }
    if try JournalFile.lineStart(atOrBefore: size, in: SegmentedFile(file), limit: options.maximumLineBytes) == 0 {
      guard try finishFirstLine(options) else { return }
    }
    var journal = try JournalFile(
      file: SegmentedFile(file), maximumLineBytes: options.maximumLineBytes, key: options.key)
    try checkKey(journal.header, options.key)
    var isDamaged = false
    do throws(JournalError) { validator = try journal.validator(at: check) } catch {
      // After a loss of power, a damaged record may still have its line end.
      guard case .damaged = error.problem, let whole = (try? journal.withoutDamagedLastLine()) ?? nil else {
        throw error
      }
      journal = whole
      validator = try journal.validator(at: check)
      isDamaged = true
    }
    let wasClosed = validator.isSealed && journal.tailBytes.isEmpty
    offset = journal.byteCount
    if isDamaged { try replaceDamaged(journal.tailBytes) } else { try repairTail(journal.tailBytes) }
    try describe(wasClosed: wasClosed, options)
  }

  /// A composer that continues the file.
  var composer: JournalComposer { JournalComposer(validator: validator, offset: offset) }

  /// Opens and locks the file at a path; retries if it is removed or replaced before the lock is taken.
  private static func lockedFile(_ path: String) throws(JournalError) -> OpenFile {
    var attempts = 10
    while true {
      let file = try OpenFile(path: path, for: .writing)
      try file.lockForWriting()
      do {
        _ = try file.byteCountInPlace()
        return file
      } catch {
        attempts -= 1
        if attempts == 0 { throw error }
      }
    }
  }

  /// Adds the line end to a file that is one whole header without it; otherwise starts the journal over.
  private mutating func finishFirstLine(_ options: JournalReader.Options) throws(JournalError) -> Bool {
    let bytes = try file.bytes(0..<file.byteCount())
    // Never overwrite a file that wasn't a journal. A power failure can leave a journal as zeros alone.
    guard JournalValidator.looksLikeHeader(bytes[...]) || bytes.allSatisfy({ $0 == 0 }) else {
      throw JournalError(.notAJournal("its first line isn't a header"), path: file.path, line: 1, offset: 0)
    }
    var validator = JournalValidator(maximumLineBytes: options.maximumLineBytes)
    if case .header(let header)? = try? validator.accept(bytes, at: 0).record {
      // Another writer's header must not be mistaken for the rest of one.
      try checkKey(header, options.key)
      validator = options.validator
      do { _ = try validator.accept(bytes, at: 0) } catch {
        throw JournalError(error, path: file.path, line: 1, offset: 0)
      }
      try file.write([0x0a], at: bytes.count)
      repair = .lineEndAdded
      return true
    }
    tornStart = bytes
    repair = .keptInGap(byteCount: bytes.count)
    return false
  }

  /// Checks that the given key is the one with which the journal is recorded, if any.
  private func checkKey(_ header: HeaderRecord, _ key: JournalKey?) throws(JournalError) {
    do throws(JournalError.Problem) {
      try key?.check(header)
      if key == nil, let name = header.key { throw .keyMissing(name) }
    } catch {
      throw JournalError(error, path: file.path)
    }
  }

  private mutating func repairTail(_ torn: [UInt8]) throws(JournalError) {
    guard !torn.isEmpty else { return }
    let line: [UInt8]
    switch TornLineForm(torn, after: validator, at: offset) {
    case .whole:
      line = torn + [0x0a]
      repair = .lineEndAdded
    case .action(let action, let completed):
      line = completed
      repair = .actionCompleted(seq: action.seq, type: action.type, hadReturned: action.hadReturned)
    case .cutShort:
      line = try gap { gap throws(JournalError.Problem) in try gap.gap(keeping: torn) }
      repair = .keptInGap(byteCount: torn.count)
    }
    try replace(torn, by: line)
  }

  /// Replaces a damaged last line with a gap that keeps its bytes.
  ///
  /// Unlike a torn line, which only lacks its end, a damaged one isn't parsed: any byte may be wrong.
  private mutating func replaceDamaged(_ line: [UInt8]) throws(JournalError) {
    let gap = try gap { gap throws(JournalError.Problem) in
      try gap.gap(at: nil, why: "the last line was damaged", missing: nil, bytes: line)
    }
    repair = .damagedLineKept(byteCount: line.count)
    try replace(line, by: gap)
  }

  private func gap(
    _ body: (inout JournalComposer) throws(JournalError.Problem) -> Void
  ) throws(JournalError) -> [UInt8] {
    var gap = composer
    do { try body(&gap) } catch { throw JournalError(error, path: file.path) }
    return gap.pending
  }

  private mutating func replace(_ torn: [UInt8], by line: [UInt8]) throws(JournalError) {
    var validator = validator
    do { _ = try validator.accept(Array(line.dropLast()), at: offset) } catch {
      throw JournalError(error, path: file.path)
    }
    // One write at the torn line's start overwrites it.
    try file.write(line, at: offset)
    if torn.count > line.count { try file.truncate(to: offset + line.count) }
    self.validator = validator
    offset += line.count
  }

  private mutating func describe(wasClosed: Bool, _ options: JournalReader.Options) throws(JournalError) {
    let journal = try JournalFile(
      file: SegmentedFile(file), maximumLineBytes: options.maximumLineBytes, key: options.key)
    let header = try journal.lastHeader().header
    let seq = validator.seq
    let firstSeq = try journal.firstStateSeq ?? 0
    let first = validator.hasState ? try journal.entry(settingSeq: firstSeq) : nil
    let last = validator.hasState ? try journal.entry(settingSeq: seq) : nil
    let (began, overflows) = journal.header.started.microseconds.addingReportingOverflow(first?.record.at ?? 0)
    if !overflows { self.began = WallClock(microseconds: began) }
    let startsInPart = if case .snapshot(let state)? = first?.record { !state.isWhole } else { false }
    resumed = ResumeState(
      journalID: header.journal, app: header.app, lastSession: header.session, firstSeq: firstSeq, lastSeq: seq,
      lastHash: last?.record.hash, initialHash: first?.record.hash,
      rules: header.rules, hashesAll: header.rules.volatile.isEmpty && journal.header.rules.volatile.isEmpty,
      startsInPart: startsInPart, wasClosed: wasClosed,
      repair: repair)
  }
}

extension JournalWriter {
  /// Opens a journal to append, or creates it for its owner alone, and takes its lock.
  ///
  /// A torn last line is repaired: a whole record gets its line end, an action in flight is completed as interrupted,
  /// and a gap record keeps any other bytes. A gap also keeps a damaged last line, if the checked lines before it are
  /// valid. Other damage is never repaired.
  ///
  /// With a key, each line proves that its holder wrote it. A journal has one key or none from its first line on;
  /// opening it with any other fails.
  ///
  /// - Parameters:
  ///   - path: The journal's file.
  ///   - check: How much of the file to check.
  ///   - durability: The failures that the journal survives.
  ///   - maximumLineBytes: The longest line.
  ///   - key: The key that proves the lines.
  /// - Returns: A writer that holds the lock.
  /// - Throws: `JournalError`: `locked` if another writer has the file, `damaged` or `forged` with the line,
  ///   `keyMissing`, `otherKey` or `notKeyed` for a journal with another key, `notAJournal` for any other
  ///   file, which stays unchanged.
  package static func open(
    path: String, check: JournalCheck = .tail, durability: Durability = .process,
    maximumLineBytes: Int = JournalLimits.maximumLineBytes, key: JournalKey? = nil
  ) throws(JournalError) -> JournalWriter {
    let options = JournalReader.Options(maximumLineBytes: maximumLineBytes, key: key)
    let opening = try JournalOpening(path: path, check: check, options: options)
    try opening.file.startAppending()
    return JournalWriter(opening, durability: durability)
  }
}

/// The state of an existing journal when a writer opens it to append.
package struct ResumeState: Hashable, Sendable {
  /// The journal's id.
  package var journalID: JournalID
  /// The app that the last header names.
  package var app: AppIdentity
  /// The number of the last session.
  package var lastSession: Int
  /// The seq of the file's first state: 0, unless the file starts in the middle of a journal.
  package var firstSeq: Int
  /// The seq of the last state; there is no state if `initialHash` is `nil`.
  package var lastSeq: Int
  /// The hash of the last state; `nil` if unknown, such as after an interrupted action.
  package var lastHash: StateHash?
  /// The hash of the file's first state.
  package var initialHash: StateHash?
  /// The rules of redaction of the last session.
  package var rules: RedactionRules
  /// Whether the hashes cover whole states, so that equal hashes mean equal states.
  package var hashesAll = true
  /// Whether the file's first state was recorded in part, or by reflection. Its hash can still be that of a whole state.
  package var startsInPart = false
  /// Whether the journal ended with a seal.
  package var wasClosed: Bool
  /// How a torn last line was repaired.
  package var repair: TailRepair
}

/// How bytes after the last line end were handled when a journal was opened to append.
package enum TailRepair: Hashable, Sendable {
  /// The journal ended with a line end.
  case none
  /// The bytes were a whole record; the line end was added.
  case lineEndAdded
  /// The bytes were an action in flight, or cut off after its reducer had returned; its line was completed as interrupted.
  case actionCompleted(seq: Int, type: String, hadReturned: Bool = false)
  /// The bytes are kept in a gap record.
  case keptInGap(byteCount: Int)
  /// The last line had a line end but was damaged. A gap record in its place keeps all its bytes.
  case damagedLineKept(byteCount: Int)
}
