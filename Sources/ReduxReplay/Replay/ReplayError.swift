public import ReduxJournal

/// The error of a state that can't be rebuilt.
public struct ReplayError: Error, Sendable {
  /// The journal's path as the caller passed it.
  public let path: String
  /// The line at fault, counted from 1, if any.
  public let line: Int?
  /// The byte of the file at which that line starts, counted from 0, if it is known.
  public let offset: Int?
  /// The seq of the state in question.
  public let seq: Int?
  /// The cause.
  public let problem: Problem

  /// A cause that prevents a replay.
  public enum Problem: Hashable, Sendable {
    /// The journal ends before the state, with the state `last`.
    case noSuchState(last: Int)
    /// The journal begins after the state, with the state `first`.
    case droppedState(first: Int)
    /// The action was interrupted, so it led to no state.
    case interrupted(type: String)
    /// The action's JSON is not one of the app's actions.
    case undecodableAction(type: String, reason: String)
    /// The app renames an action wrongly in its schema changes.
    case wrongRename(reason: String)
    /// The action was recorded for reading only, or only its name was.
    case notReplayable(type: String, ActionRecord.Replayability)
    /// The action's record has no patch, and may say why.
    case noPatch(type: String, reason: String?)
    /// The action's patch doesn't apply to the state.
    case wrongPatch(type: String, reason: String)
    /// The action's patch applies, but leads to another state than recorded.
    case contradictoryPatch(type: String)
    /// The snapshot's JSON is not the app's state.
    case undecodableState(reason: String)
    /// The snapshot's state doesn't have the recorded hash.
    case wrongSnapshot(recorded: String, found: String)
    /// A value of the snapshot's state encodes differently once it is decoded: as `now`, not as `recorded`.
    case changedByCoding(pointer: String, recorded: String, now: String)
    /// The replayed state differs from the recorded one.
    case diverges(recorded: String, replayed: String)
    /// The journal holds no state from which this one can be rebuilt.
    case unreachable
    /// Following the rewinds up to here would exceed the limit of repeated actions.
    case tooManyRewinds(limit: Int)
    /// A rewind, or a reference to an earlier state, leads to a different hash than recorded.
    case wrongReference(to: Int)
    /// The replayed state can't be encoded, so it can't be checked.
    case unencodableState(reason: String)
    /// A session has an older schema than the app, so its states can't be written as they were.
    case olderSchema(recorded: Int, app: Int)
    /// The state holds stand-ins for redacted values, with which an app can't continue.
    case holdsStandIns(count: Int)
    /// An action that edits put in the place of another, or insert, is not one of the app's actions.
    case undecodableEdit(reason: String)
    /// The reducer threw an error for such an action.
    case refusedEdit(reason: String)
    /// Such an action was given for a seq that is not on the way to the state `to`.
    case notOnTheWay(to: Int)
  }
}

extension ReplayError.Problem {
  /// The action that can't be replayed, and its replayability, if that is the problem.
  var unfolded: (type: String, replayability: ActionRecord.Replayability)? {
    switch self {
    case .notReplayable(let type, let replayability): (type, replayability)
    case .noPatch(let type, _): (type, .replayable)
    default: nil
    }
  }
}

extension ReplayError: CustomStringConvertible {
  /// The place, the problem and the next step: `FILE:LINE: PROBLEM; NEXT STEP`.
  public var description: String {
    let place = line.map { "\(path):\($0)" } ?? path
    return "\(place): \(message)"
  }

  /// The problem and the next step, without the place.
  package var message: String {
    let seq = seq.map(String.init) ?? "?"
    return switch problem {
    case .noSuchState(let last): "state \(seq) doesn't exist; the journal's last state is \(last)"
    case .droppedState(let first):
      "state \(seq) is in a segment that was dropped or is missing; the journal's first state is \(first)"
    case .interrupted(let type):
      "action \(seq) (\(type)) is incomplete: the process died in it, or the file was cut; use the state before it"
    case .undecodableAction(let type, let reason):
      "action \(seq) (\(type)) is not an action of this app: \(reason); if the app has changed since, declare the change in schemaChanges"
    case .wrongRename(let reason): "the app's schemaChanges can't be applied: \(reason)"
    case .notReplayable(let type, .opaque):
      "only the name of action \(seq) (\(type)) was recorded; to replay it, record the detail .full, make its type Codable, "
        + "or raise maximumActionBytes" + ReplayError.remedy(seq)
    case .notReplayable(let type, _):
      "action \(seq) (\(type)) was recorded for reading only; to replay it, make its type Codable"
        + ReplayError.remedy(seq)
    case .noPatch(let type, let reason?): "the journal doesn't hold the state after action \(seq) (\(type)): \(reason)"
    case .noPatch(let type, nil): "the record of action \(seq) (\(type)) doesn't contain its changes to the state"
    case .wrongPatch(let type, let reason):
      "the recorded changes of action \(seq) (\(type)) don't apply to the state before it: \(reason)"
    case .contradictoryPatch(let type):
      "state \(seq) doesn't match the changes that the action \(type) recorded"
    case .undecodableState(let reason):
      "the snapshot of state \(seq) is not a state of this app: \(reason); if the app has changed since, declare the change in schemaChanges"
    case .wrongSnapshot(let recorded, let found):
      "the snapshot of state \(seq) has the hash \(found), but the record says \(recorded)"
    case .changedByCoding(let pointer, let recorded, let now):
      "the value at \(pointer.isEmpty ? "the root" : pointer) of state \(seq) doesn't survive coding: it was recorded as "
        + "\(recorded), and decodes to a value that encodes as \(now); encode what the value is made of, or declare the "
        + "place volatile"
    case .diverges(let recorded, let replayed):
      "state \(seq) has the hash \(replayed), but \(recorded) was recorded; run 'reduxlog verify' to find the first difference"
    case .unreachable: "no snapshot before state \(seq) holds a whole state to start from"
    case .tooManyRewinds(let limit):
      "following the rewinds to state \(seq) would reduce more than \(limit) actions again; "
        + "use 'reduxlog show' for single states"
    case .wrongReference(let target): "state \(seq) should equal state \(target), but has a different hash"
    case .unencodableState(let reason): "state \(seq) can't be encoded: \(reason)"
    case .olderSchema(let recorded, let app):
      "it was recorded with schema \(recorded), and the app has schema \(app): its states can be read, but not "
        + "written as they were; use a tool from that time"
    case .holdsStandIns(let count):
      "state \(seq) holds \(count == 1 ? "a stand-in for a secret" : "\(count) stand-ins for secrets") that "
        + "\(count == 1 ? "was" : "were") not recorded; restore the values with 'restoring:'"
    case .undecodableEdit(let reason): "the action given for \(seq) is not an action of this app: \(reason)"
    case .refusedEdit(let reason): "the reducer refuses the action given for \(seq): \(reason)"
    case .notOnTheWay(let target):
      "an action was given for \(seq), which isn't an action on the way to state \(target); "
        + "a rewind may have left it: see 'reduxlog log'"
    }
  }
}

extension ReplayError {
  /// Whether the journal contradicts itself, whatever the app's reducers do.
  package var isDamage: Bool {
    switch problem {
    case .wrongPatch, .contradictoryPatch, .wrongSnapshot, .wrongReference: true
    default: false
    }
  }

  /// The remedies for an action that can't be Codable, and for a journal that exists.
  private static func remedy(_ seq: String) -> String {
    ". If the type holds closures or services, it can't be Codable: keep its actions from the recorder if they change no "
      + "state, or record with states: .patches. 'reduxlog replay --skip \(seq)' rebuilds later states without this one"
  }

  /// Whether a state differs from the recorded one.
  package var isOfDivergence: Bool {
    switch problem {
    case .diverges: true
    default: false
    }
  }
}
