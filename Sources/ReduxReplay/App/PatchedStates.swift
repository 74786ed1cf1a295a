package import StateTree

/// An app that replays a self-contained journal: its actions are the recorded patches, and its reducer applies them.
package enum PatchedStates: ReplayableApp {
  package static let name = ""
  package static let initialState = JSONValue.null

  /// Applies the operations.
  ///
  /// - Throws: `JSONPatchError` if they don't apply.
  package static func reduce(_ state: inout JSONValue, _ action: Action) throws { try action.patch.apply(to: &state) }

  /// A recorded patch.
  package struct Action: Codable {
    let patch: JSONPatch

    /// Reads a patch, faster than from a decoder.
    init(_ operations: JSONNode) throws { patch = try JSONPatch(json: operations.value) }

    package init(from decoder: any Decoder) throws { patch = try JSONPatch(json: JSONValue(from: decoder)) }

    package func encode(to encoder: any Encoder) throws { try patch.json.encode(to: encoder) }
  }
}
