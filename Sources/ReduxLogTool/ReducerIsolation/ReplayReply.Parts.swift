import CommandLineKit
import ReduxReplay
import StateTree

extension ReplayReply {
  /// A verification.
  struct Verified: Codable {
    private let path: String
    private let divergence: Parting?
    private let failure: Failure?
    private let schemaFailure: Failure?
    private let schema: SchemaFinding?
    private let divergences: DivergenceFinding?
    private let key: String?
    private let isProven: Bool
    private let actions: Int
    private let refused: Int
    private let patched: Int
    private let sessions: Int
    private let rewinds: Int
    private let unchecked: Int
    private let isUnproven: Bool
    private let unproven: [Verification.Unproven]
    private let proven: Int?
    private let lastSeq: Int?
    private let isClosed: Bool
    private let startsElsewhere: Bool
    private let warnings: [Verification.Warning]

    init(_ value: Verification) {
      path = value.path
      if case .diverged(let found) = value.outcome { divergence = Parting(found) } else { divergence = nil }
      if case .failed(let found) = value.outcome { failure = Failure(found) } else { failure = nil }
      if case .schema(let found) = value.outcome { schemaFailure = Failure(found) } else { schemaFailure = nil }
      schema = value.schema
      divergences = value.divergences
      if case .intact = value.outcome { isProven = false } else { isProven = true }
      key = value.key
      actions = value.actions
      refused = value.refused
      patched = value.patched
      sessions = value.sessions
      rewinds = value.rewinds
      unchecked = value.unchecked
      if case .unproven = value.outcome { isUnproven = true } else { isUnproven = false }
      unproven = value.unproven
      proven = value.proven
      lastSeq = value.lastSeq
      isClosed = value.isClosed
      startsElsewhere = value.startsElsewhere
      warnings = value.warnings
    }

    var value: Verification {
      var value = Verification(path: path)
      if let divergence { value.outcome = .diverged(divergence.value) }
      if let failure { value.outcome = .failed(failure.value) }
      if let schemaFailure { value.outcome = .schema(schemaFailure.value) }
      value.schema = schema
      value.divergences = divergences
      if !isProven { value.outcome = .intact }
      value.key = key
      if isUnproven { value.outcome = .unproven }
      value.unproven = unproven
      value.actions = actions
      value.refused = refused
      value.patched = patched
      value.sessions = sessions
      value.rewinds = rewinds
      value.unchecked = unchecked
      value.proven = proven
      value.lastSeq = lastSeq
      value.isClosed = isClosed
      value.startsElsewhere = startsElsewhere
      value.warnings = warnings
      return value
    }
  }

  /// A failure.
  struct Failure: Codable {
    private let message: String
    private let file: String?
    private let line: Int?
    private let advice: String?
    private let exitCode: Int32

    init(_ value: CommandFailure) {
      message = value.message
      file = value.file
      line = value.line
      advice = value.advice
      exitCode = value.exitCode.rawValue
    }

    var value: CommandFailure {
      CommandFailure(message, file: file, line: line, advice: advice, exitCode: ExitCode(rawValue: exitCode))
    }
  }

  /// A divergence.
  struct Parting: Codable {
    private enum Kind: Codable {
      case state(recorded: Hash, replayed: Hash)
      case error(recorded: String?, replayed: String?)
    }

    private struct Hash: Codable {
      let low: UInt64
      let high: UInt64
    }

    private enum Effect: Codable {
      case unchanged
      case removed
      case set(String)
    }

    private struct Member: Codable {
      let pointer: String
      let recorded: Effect
      let replayed: Effect
    }

    private let seq: Int
    private let since: Int
    private let path: String
    private let line: Int?
    private let type: String
    private let kind: Kind
    private let members: [Member]
    private let mayBeRedaction: Bool

    init(_ value: Divergence) {
      func hash(_ hash: StateHash) -> Hash { Hash(low: hash.low, high: hash.high) }
      func effect(_ effect: Divergence.Effect) -> Effect {
        switch effect {
        case .unchanged: .unchanged
        case .removed: .removed
        case .set(let short): .set(short)
        }
      }
      seq = value.seq
      since = value.since
      path = value.path
      line = value.line
      type = value.type
      kind =
        switch value.kind {
        case .state(let recorded, let replayed): .state(recorded: hash(recorded), replayed: hash(replayed))
        case .error(let recorded, let replayed): .error(recorded: recorded, replayed: replayed)
        }
      mayBeRedaction = value.mayBeRedaction
      members = value.members.map {
        Member(pointer: $0.pointer, recorded: effect($0.recorded), replayed: effect($0.replayed))
      }
    }

    var value: Divergence {
      func hash(_ hash: Hash) -> StateHash { StateHash(low: hash.low, high: hash.high) }
      func effect(_ effect: Effect) -> Divergence.Effect {
        switch effect {
        case .unchanged: .unchanged
        case .removed: .removed
        case .set(let short): .set(short)
        }
      }
      let kind: Divergence.Kind =
        switch kind {
        case .state(let recorded, let replayed): .state(recorded: hash(recorded), replayed: hash(replayed))
        case .error(let recorded, let replayed): .error(recorded: recorded, replayed: replayed)
        }
      return Divergence(
        seq: seq, since: since, path: path, line: line, type: type, kind: kind,
        members: members.map {
          Divergence.Member(pointer: $0.pointer, recorded: effect($0.recorded), replayed: effect($0.replayed))
        }, mayBeRedaction: mayBeRedaction)
    }
  }
}
