import StateCoding
import StateTree

extension ActionCoding {
  /// The most labels that are listed, and the most cases in one, since an enum may hold itself.
  private static var limits: (labels: Int, depth: Int) { (10_000, 8) }

  /// The labels that the app's actions can have, such as `tasks.create`; `nil` if they can't be determined.
  ///
  /// Decoding a case that no enum has fails with the list of its cases. Enums with one case don't show it, types with a
  /// decoding of their own show none, and types that are found by name can't be listed.
  package func labels() -> [String]? {
    let probe = try? JSONDocument(Array(#"{"?":{}}"#.utf8))
    guard let probe else { return nil }
    do { _ = try decodeWritten(probe.root) } catch let error as UnknownActionType {
      return error.known.flatMap { name in cases(of: name).map { $0.map { "\(name).\($0)" } } ?? [name] }
    } catch {}
    return cases(of: nil)
  }

  /// The paths of cases of an action type; `nil` if it shows none.
  private func cases(of type: String?) -> [String]? {
    var labels: [String] = []
    guard addCases(in: [], of: type, to: &labels) else { return nil }
    return labels
  }

  /// Adds the cases of the enum inside others; `false` if there is none.
  private func addCases(in path: [String], of type: String?, to labels: inout [String]) -> Bool {
    guard let names = caseNames(in: path, of: type) else { return false }
    for name in names where labels.count < Self.limits.labels {
      let path = path + [name]
      if path.count < Self.limits.depth, addCases(in: path, of: type, to: &labels) { continue }
      labels.append(path.joined(separator: "."))
    }
    return true
  }

  private func caseNames(in path: [String], of type: String?) -> [String]? {
    // A case holds another enum as its first unlabelled value.
    var json: JSONValue = ["?": [:]]
    for name in path.reversed() { json = .object(JSONObject([(name, .object(JSONObject([("_0", json)])))])) }
    guard let document = try? JSONDocument(Array(json.compact.utf8)) else { return nil }
    do { _ = try decode(document.root, swiftType: type) } catch {
      guard let unknown = (error as? DecodingError)?.unknownCase, unknown.path == path else { return nil }
      return unknown.case.known
    }
    return nil
  }
}

extension DecodingError {
  /// The case that an enum doesn't have, and the cases that lead to that enum.
  var unknownCase: (case: UnknownCase, path: [String])? {
    guard case .typeMismatch(_, let context) = self, let unknown = context.underlyingError as? UnknownCase else {
      return nil
    }
    // Each case is followed by a label.
    return (unknown, context.codingPath.indices.filter { $0 % 2 == 0 }.map { context.codingPath[$0].stringValue })
  }
}
