package import StateTree

/// The states of a self-contained journal as an app: its actions are what the app's own did to the state, and its reducer
/// does that again.
package enum PatchedStates: ReplayableApp {
  package static let name = ""
  package static let initialState = JSONValue.null

  /// Applies the operations.
  ///
  /// - Throws: `JSONPatchError` if they don't apply.
  package static func reduce(_ state: inout JSONValue, _ action: Action) throws { try action.patch.apply(to: &state) }

  /// What an action did to the state.
  package struct Action: Codable {
    let patch: JSONPatch

    package init(from decoder: any Decoder) throws { patch = try JSONPatch(json: JSONValue(from: decoder)) }

    package func encode(to encoder: any Encoder) throws { try patch.json.encode(to: encoder) }
  }
}
