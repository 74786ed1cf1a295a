import StateTree

/// The actions of another journal from which a journal was made.
public struct JournalOrigin: Hashable, Sendable {
  /// The other journal's id.
  public var journal: JournalID
  /// The seq of its state with which this journal begins.
  public var state: Int
  /// The seqs of its actions that follow here, ascending.
  public var actions: [Int]

  /// Creates an origin.
  package init(journal: JournalID, state: Int, actions: [Int]) {
    self.journal = journal
    self.state = state
    self.actions = actions
  }
}

extension JournalOrigin {
  /// Reads it from a header's member; `nil` if it isn't one.
  init?(_ node: JSONNode) {
    let seqs = 0...JournalLimits.maximumSeq
    guard let journal = node.member("journal")?.string.flatMap({ JournalID($0) }),
      let state = node.member("state")?.integer, seqs.contains(state),
      let list = node.member("actions"), list.kind == .array
    else { return nil }
    let actions = list.elements.map { $0.integer ?? -1 }
    guard actions.allSatisfy(seqs.contains), zip([state] + actions, actions).allSatisfy({ $0 < $1 }) else { return nil }
    self.init(journal: journal, state: state, actions: actions)
  }

  /// The member of a header.
  var json: JSONValue {
    var object = JSONObject()
    object["journal"] = .string(journal.text)
    object["state"] = .number(JSONNumber(state))
    object["actions"] = .array(actions.map { .number(JSONNumber($0)) })
    return .object(object)
  }
}
