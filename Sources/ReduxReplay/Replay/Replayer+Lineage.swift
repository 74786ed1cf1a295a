import ReduxJournal
import StateTree

/// Finding the records from which a state can be rebuilt.
extension Replayer {
  func entry(settingSeq seq: Int) throws -> JournalEvent {
    guard let entry = try file.entry(settingSeq: seq) else {
      let first = try file.firstStateSeq ?? 0
      throw error(
        seq < first ? .droppedState(first: first) : .noSuchState(last: try file.lastStateSeq ?? 0), seq: seq)
    }
    return entry
  }

  /// The record that set a state. It is not an interrupted action, which leads to no known state.
  func entry(settingKnown seq: Int) throws -> JournalEvent {
    let entry = try entry(settingSeq: seq)
    if case .action(let action) = entry.record, action.interrupted {
      throw error(.interrupted(type: action.type), at: entry, seq: seq)
    }
    return entry
  }

  /// The lineage from the nearest state that the journal holds. Adds the approximate number of lines read to a count.
  ///
  /// It doesn't follow `History`, which reads a mebibyte to find what `base` says at once, for each of many rewinds.
  func nearestLineage(to seq: Int, _ lines: inout Int) throws -> Lineage {
    var search = Lineage.Search(for: seq)
    // For many rewinds to rewinds, reading through the journal is cheaper than looking up each.
    for _ in 0..<64 {
      lines += 16
      let entry = try entry(settingKnown: search.seq)
      var landmarks = Lineage.Landmarks()
      switch entry.record {
      // Also if the action can't be replayed.
      case .action where try usableSnapshot(of: entry.seq, from: entry.offset + entry.byteCount) != nil:
        landmarks.add(.state, at: entry.seq)
      case .action:
        let snapshot = try file.baseSnapshot(of: entry)
        // Only snapshots that decode completely have a distance.
        guard snapshot != nil || readsPatches else { throw error(.unreachable, at: entry, seq: search.seq) }
        landmarks = try self.landmarks(from: snapshot?.offset ?? 0, through: entry.offset, &lines)
      default:
        guard let landmark = try reachableLandmark(entry) else {
          throw error(.unreachable, at: entry, seq: search.seq)
        }
        landmarks.add(landmark, at: entry.seq)
      }
      if let lineage = search.follow(landmarks) { return lineage }
    }
    let end = try entry(settingKnown: search.seq)
    if let lineage = search.follow(try landmarks(from: 0, through: end.offset, &lines)) { return lineage }
    throw error(.unreachable, at: end, seq: search.seq)
  }

  /// The lineage from the first state of its session, ignoring other snapshots.
  func fullLineage(to seq: Int) throws -> Lineage {
    let end = try entry(settingKnown: seq)
    var history = try History(of: file, to: seq)
    var segments: [ClosedRange<Int>] = []
    while let stretch = try history.next() {
      let seqs = stretch.seqs
      if seqs.count > 1 { segments.append(seqs.lowerBound + 1...seqs.upperBound) }
      if case .jump = stretch.origin { continue }
      return Lineage(start: seqs.lowerBound, segments: segments.reversed())
    }
    throw error(.unreachable, at: end, seq: seq)
  }

  private func landmarks(from start: Int, through end: Int, _ lines: inout Int) throws -> Lineage.Landmarks {
    var landmarks = Lineage.Landmarks()
    let reader = try file.entries(fromOffset: start)
    while let line = try reader.nextLine(), line.offset <= end {
      lines += 1
      guard let entry = line.entry else { continue }
      if let landmark = try reachableLandmark(entry) { landmarks.add(landmark, at: entry.seq) }
    }
    return landmarks
  }

  /// Whether a state's segment was dropped.
  func isDropped(_ seq: Int) throws -> Bool {
    guard seq <= file.header.seq else { return false }
    return try file.firstStateSeq.map { seq < $0 } ?? true
  }

  /// The landmark of an entry, or for a dropped state, the state in the snapshot after it.
  private func reachableLandmark(_ entry: JournalEvent) throws -> Lineage.Landmarks.Landmark? {
    guard case .jump(let target)? = landmark(entry), try isDropped(target) else { return landmark(entry) }
    return try usableSnapshot(of: entry.seq, from: entry.offset + entry.byteCount).map { _ in .state }
  }

  func landmark(_ entry: JournalEvent) -> Lineage.Landmarks.Landmark? {
    switch entry.record {
    case .snapshot(let snapshot):
      switch snapshot.content {
      case .state: usableState(of: snapshot).map { _ in .state }
      case .sameAs(let seq): .jump(to: seq)
      }
    case .rewind(let rewind): .jump(to: rewind.to)
    default: nil
    }
  }

  /// The first usable snapshot of a seq from an offset on; `nil` for none.
  func usableSnapshot(of seq: Int, from offset: Int) throws -> (JournalEvent, SnapshotRecord, JSONNode)? {
    let reader = try file.entries(fromOffset: offset)
    while let entry = try reader.next(), entry.seq == seq {
      if case .snapshot(let snapshot) = entry.record, let node = usableState(of: snapshot) {
        return (entry, snapshot, node)
      }
    }
    return nil
  }

  /// The state in a snapshot; `nil` if it can't be decoded completely.
  func usableState(of snapshot: SnapshotRecord) -> JSONNode? {
    snapshot.isWhole || readsPatches ? snapshot.state : nil
  }
}
