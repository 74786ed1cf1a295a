public import ReduxReplay
public import StateTree

/// The app `json`: any JSON document as the state, changed by patches, merges and replacements.
///
/// With it you can journal, replay and compare the changes of any document without writing Swift.
public enum JSONApp: ReplayableApp {
  /// `json`.
  public static let name = "json"
  /// An empty object.
  public static var initialState: JSONValue { .object(JSONObject()) }

  /// Changes the document.
  ///
  /// - Throws: `JSONPatchError` if a patch doesn't apply; the document is then unchanged.
  public static func reduce(_ state: inout JSONValue, _ action: JSONAction) throws {
    switch action {
    case .patch(let patch): try patch.apply(to: &state)
    case .merge(let document): state.merge(document)
    case .replace(let document): state = document
    }
  }
}

/// An action of the app `json`.
public enum JSONAction: Hashable, Sendable {
  /// RFC 6902 operations: `{"patch": […]}`.
  case patch(JSONPatch)
  /// An RFC 7396 merge patch: `{"merge": …}`.
  case merge(JSONValue)
  /// Another document: `{"replace": …}`.
  case replace(JSONValue)
}

extension JSONAction: Codable {
  private enum CodingKeys: String, CodingKey {
    case patch, merge, replace
  }

  /// Any member, so that none is dropped silently.
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Decodes an action from an object with one member, which names it.
  ///
  /// - Throws: `DecodingError` for anything else, and for an invalid patch.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let members = try decoder.container(keyedBy: AnyKey.self).allKeys
    guard let key = container.allKeys.first, members.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "expected an object with one of the members \"patch\", \"merge\" and \"replace\""))
    }
    let document = try container.decode(JSONValue.self, forKey: key)
    switch key {
    case .merge: self = .merge(document)
    case .replace: self = .replace(document)
    case .patch:
      do {
        self = .patch(try JSONPatch(json: document))
      } catch {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath + [key], debugDescription: error.description))
      }
    }
  }

  /// Encodes the action as an object with one member, which names it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .patch(let patch): try container.encode(patch.json, forKey: .patch)
    case .merge(let document): try container.encode(document, forKey: .merge)
    case .replace(let document): try container.encode(document, forKey: .replace)
    }
  }
}
