import StateTree

/// What opening a file to append comes to: the lock taken, the end checked, a torn line repaired.
struct JournalOpening {
  let file: OpenFile
  var composer: JournalComposer
  /// The bytes of a header that was cut short, to be kept in a gap after a new one.
  var tornStart: [UInt8]?
  var resumed: ResumeState?
  var repair = TailRepair.none
  /// When the file's first state was written, by the clock that its session began with.
  var began: WallClock?

  init(path: String, check: JournalCheck, options: JournalReader.Options) throws(JournalError) {
    file = try JournalOpening.lockedFile(path)
    composer = JournalComposer(validator: options.validator, offset: 0)
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
    let validator: JournalValidator
    var isDamaged = false
    do throws(JournalError) { validator = try journal.validator(at: check) } catch {
      // What a loss of power leaves of the record that was on its way to the disk may have its line end.
      guard case .damaged = error.problem, let whole = (try? journal.withoutDamagedLastLine()) ?? nil else {
        throw error
      }
      journal = whole
      validator = try journal.validator(at: check)
      isDamaged = true
    }
    let wasClosed = validator.isSealed && journal.tailBytes.isEmpty
    composer = JournalComposer(validator: validator, offset: journal.byteCount)
    if isDamaged { try replaceDamaged(journal.tailBytes) } else { try repairTail(journal.tailBytes) }
    try describe(wasClosed: wasClosed, options)
  }

  /// The file of a path, locked; not one that was removed or replaced before the lock was there.
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

  /// Adds the line end to a file that is one whole header without it; otherwise the journal is to start anew.
  private mutating func finishFirstLine(_ options: JournalReader.Options) throws(JournalError) -> Bool {
    let bytes = try file.bytes(0..<file.byteCount())
    // What was never a journal must not be written over. Only zeros are what a power failure can leave of one.
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

  /// Makes sure that the lines to come can be proven by the key with which the journal is recorded, if there is one.
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
    switch TornLineForm(torn, after: composer.validator, at: composer.offset) {
    case .whole:
      line = torn + [0x0a]
      repair = .lineEndAdded
    case .action(let action, let completed):
      line = completed
      repair = .actionCompleted(seq: action.seq, type: action.type)
    case .cutShort:
      line = try gap { gap throws(JournalError.Problem) in try gap.gap(keeping: torn) }
      repair = .keptInGap(byteCount: torn.count)
    }
    try replace(torn, by: line)
  }

  /// Puts a gap that keeps it in the place of a last line that is damaged.
  ///
  /// What the line seems to say is not looked at, as it is with a torn one: there only the end is missing, here any byte
  /// may be wrong.
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
    let offset = composer.offset
    var validator = composer.validator
    do { _ = try validator.accept(Array(line.dropLast()), at: offset) } catch {
      throw JournalError(error, path: file.path)
    }
    // One write at the torn line's start: it takes the place of what was there.
    try file.write(line, at: offset)
    if torn.count > line.count { try file.truncate(to: offset + line.count) }
    composer = JournalComposer(validator: validator, offset: offset + line.count)
  }

  private mutating func describe(wasClosed: Bool, _ options: JournalReader.Options) throws(JournalError) {
    let journal = try JournalFile(
      file: SegmentedFile(file), maximumLineBytes: options.maximumLineBytes, key: options.key)
    let header = try journal.lastHeader().header
    let seq = composer.seq
    let firstSeq = try journal.firstStateSeq ?? 0
    let first = composer.hasState ? try journal.entry(settingSeq: firstSeq) : nil
    let last = composer.hasState ? try journal.entry(settingSeq: seq) : nil
    let (began, overflows) = journal.header.started.microseconds.addingReportingOverflow(first?.record.at ?? 0)
    if !overflows { self.began = WallClock(microseconds: began) }
    resumed = ResumeState(
      journalID: header.journal, app: header.app, lastSession: header.session, firstSeq: firstSeq, lastSeq: seq,
      lastHash: last?.record.hash, initialHash: first?.record.hash,
      hashesAll: header.rules.volatile.isEmpty && journal.header.rules.volatile.isEmpty, wasClosed: wasClosed,
      repair: repair)
  }
}

extension JournalWriter {
  /// Opens a journal to append, or creates it for its owner alone, and takes its lock.
  ///
  /// A torn last line is repaired: a whole record gets its line end, an action in flight is completed as interrupted,
  /// anything else is kept in a gap record; so is a last line that is damaged, if all before it that is checked is right.
  /// Other damage is never repaired.
  ///
  /// With a key, each line proves that its holder wrote it. A journal is recorded with one key or with none, from its
  /// first line on: where the key is not that of the journal, nothing is added.
  ///
  /// - Parameters:
  ///   - path: The journal's file.
  ///   - check: How much of what is there is checked.
  ///   - durability: What the journal survives.
  ///   - maximumLineBytes: The longest line.
  ///   - key: The key that proves the lines.
  /// - Returns: A writer that has the lock.
  /// - Throws: `JournalError`: `locked` if another writer has the file, `damaged` or `forged` with the line,
  ///   `keyMissing`, `otherKey` or `notKeyed` for a journal with another key, `notAJournal` for a file that is
  ///   something else; it is left alone.
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
