import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

/// Where the states of two builds part in one journal.
struct DriftResult: Sendable {
  /// The builds that are compared.
  enum Build: String, Sendable { case old, new }

  enum Outcome: Sendable {
    case same
    case differs(StateDifference)
    /// Only one build can rebuild the states.
    case fails(Build, CommandFailure)
    /// The builds have states of different schemas.
    case schema(old: Int?, new: Int?)
    /// The journal can't be read, or neither build can rebuild its states.
    case failed(CommandFailure)
  }

  let path: String
  let outcome: Outcome

  /// The outcome in a word.
  var status: String {
    switch outcome {
    case .same: "same"
    case .differs: "differs"
    case .fails: "fails"
    case .schema: "schema"
    case .failed: "failed"
    }
  }

  var exitCode: ExitCode {
    switch outcome {
    case .same: .fine
    case .differs, .fails, .schema: .finding
    case .failed(let failure): failure.exitCode
    }
  }

  var json: JSONValue {
    var members: [(String, JSONValue?)] = [("journal", .string(path)), ("status", .string(status))]
    switch outcome {
    case .same: break
    case .differs(let difference):
      members += [
        ("seq", JSONValue(difference.seq)), ("type", difference.type.map { .string($0) }),
        (
          "places",
          .array(
            difference.places.map {
              JSONReport.object(["pointer": .string($0.pointer.description), "old": $0.old, "new": $0.new])
            })
        ),
      ]
    case .fails(let build, let failure):
      members += [("build", .string(build.rawValue)), ("message", .string(failure.message))]
    case .schema(let old, let new):
      members += [("old", old.map { JSONValue($0) }), ("new", new.map { JSONValue($0) })]
    case .failed(let failure): members.append(("message", .string(failure.message)))
    }
    return .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
  }
}
