import ReduxJournal
import StateCoding
import StateTree

/// Decoding and proving states.
extension Replayer {
  func decodeState(_ node: JSONNode, _ snapshot: SnapshotRecord, at entry: JournalEvent) throws -> App.State {
    do {
      if let upgrade = schemas?.upgrade(at: entry.offset) {
        let found = hash(ofWritten: node)
        guard found == snapshot.hash else {
          throw error(
            .wrongSnapshot(recorded: "\(snapshot.hash)", found: "\(found)"), at: entry, seq: snapshot.seq)
        }
        return try StateDecoder().decode(App.State.self, from: upgrade.state(node.value))
      }
      return try StateDecoder().decode(App.State.self, from: node)
    } catch let error as ReplayError {
      throw error
    } catch let cause {
      throw error(.undecodableState(reason: explain(node, because: cause)), at: entry, seq: snapshot.seq)
    }
  }

  /// Checks a state against its recorded hash, unless that belongs to another shape.
  func prove(_ state: App.State, is recorded: StateHash, at entry: JournalEvent) throws {
    let upgrade = schemas?.upgrade(at: entry.offset)
    if upgrade?.reshapesStates == true { return }
    var replayed = try hash(of: state, seq: entry.seq, as: upgrade)
    if replayed == recorded { return }
    // A later session may have had other rules.
    if let other = try otherEncoder(by: file.lastHeader(before: entry.offset).header.rules) {
      replayed = try hash(of: state, seq: entry.seq, as: upgrade, by: other)
      if replayed == recorded { return }
    }
    throw error(.diverges(recorded: "\(recorded)", replayed: "\(replayed)"), seq: entry.seq)
  }

  /// Returns the hashes of a state and of the members near its root, in an older schema if one is given.
  func outline(of state: App.State, seq: Int, as upgrade: SchemaUpgrade?) throws -> StateOutline {
    do {
      guard let upgrade, !upgrade.keepsStates else { return try encoder.outline(state) }
      return try StateEncoder(rules: encoder.rules.withoutRedaction).outline(recorded(state, as: upgrade))
    } catch {
      throw unencodable(state, seq: seq, because: error)
    }
  }

  /// Returns the hash of a state, in an older schema if one is given.
  func hash(
    of state: App.State, seq: Int, as upgrade: SchemaUpgrade? = nil, by encoder: StateEncoder? = nil
  ) throws -> StateHash {
    let encoder = encoder ?? self.encoder
    do {
      if let upgrade, !upgrade.keepsStates, !upgrade.reshapesStates {
        let volatile = encoder.rules == self.encoder.rules ? volatile : VolatileHasher(of: encoder.rules)
        return try volatile.hash(JSONDocument(Array(upgrade.recorded(encoder.tree(state)).compact.utf8)).root)
      }
      return try encoder.hash(state)
    } catch {
      throw unencodable(state, seq: seq, because: error)
    }
  }

  func unencodable(_ state: App.State, seq: Int, because cause: any Error) -> ReplayError {
    error(.unencodableState(reason: encoder.explanation(of: cause, in: state)), seq: seq)
  }

  func error(_ problem: ReplayError.Problem, at entry: JournalEvent? = nil, seq: Int) -> ReplayError {
    guard let entry else { return ReplayError(path: file.path, line: nil, offset: nil, seq: seq, problem: problem) }
    let place = file.location(ofLine: entry.line, at: entry.offset)
    return ReplayError(path: place.path, line: place.line, offset: place.offset, seq: seq, problem: problem)
  }

  func error(_ problem: ReplayError.Problem, at line: JournalLine, seq: Int) -> ReplayError {
    let place = file.location(ofLine: line.line, at: line.offset)
    return ReplayError(path: place.path, line: place.line, offset: place.offset, seq: seq, problem: problem)
  }
}
