import Expectations
import Foundation
import StateCoding
import StateTree
import Testing

/// A path as text, with indexes as numbers.
private func show(_ path: [any CodingKey]) -> String {
  path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: "/")
}

/// Encodes its own coding path, and decodes to it.
private struct Probe: Codable, Equatable {
  var path = ""

  init() {}

  init(from decoder: any Decoder) throws {
    path = try show(decoder.codingPath) + " " + show(decoder.singleValueContainer().codingPath)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(show(encoder.codingPath) + " " + show(container.codingPath))
  }
}

private struct Probes: Codable, Equatable {
  var direct = Probe()
  var optional: Probe? = Probe()
  var list = [Probe(), Probe()]
  var lists = [[Probe()], []]
  var byName = ["x/y": Probe()]
  var byPlace = [Place.home: Probe()]
  var byShape = [Box(value: 1): Probe()]
  var set: Set<Box<Int>> = [Box(value: 1)]
  var box = Box(value: [Box(value: Probe())])
}

/// Encodes the paths of its containers, and decodes them.
private struct ContainerProbe: Codable, Equatable {
  var paths: [String] = []
  enum Keys: CodingKey { case outer, list, map, value, paths }

  init() {}

  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: Keys.self)
    var paths = [show(encoder.codingPath), show(outer.codingPath)]
    var list = outer.nestedUnkeyedContainer(forKey: .list)
    paths.append(show(list.codingPath))
    try list.encode(Probe())
    var map = list.nestedContainer(keyedBy: Keys.self)
    paths.append(show(map.codingPath))
    try map.encode(Probe(), forKey: .value)
    paths.append(show(list.nestedUnkeyedContainer().codingPath))
    paths.append(show(list.codingPath))
    paths.append(show(encoder.codingPath))
    paths.append(show(outer.codingPath))
    try outer.encode(paths, forKey: .paths)
  }

  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Keys.self)
    var list = try outer.nestedUnkeyedContainer(forKey: .list)
    paths = [show(decoder.codingPath), show(outer.codingPath), show(list.codingPath)]
    paths.append(try list.decode(Probe.self).path)
    let map = try list.nestedContainer(keyedBy: Keys.self)
    paths += [show(map.codingPath), try map.decode(Probe.self, forKey: .value).path]
    paths.append(show(try list.nestedUnkeyedContainer().codingPath))
  }
}

/// Like `ContainerProbe`, in an order that can't be streamed.
private struct DisorderedProbe: Encodable {
  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: ContainerProbe.Keys.self)
    var list = outer.nestedUnkeyedContainer(forKey: .list)
    var map = outer.nestedContainer(keyedBy: ContainerProbe.Keys.self, forKey: .map)
    try list.encode(show(list.codingPath))
    try map.encode(show(map.codingPath), forKey: .value)
    try list.encode([Probe()])
    try list.encode([Shape.circle: Probe()])
    try Probe().encode(to: list.superEncoder())
    try Probe().encode(to: outer.superEncoder())
    try Probe().encode(to: outer.superEncoder(forKey: .value))
    try outer.encode(show(outer.codingPath), forKey: .paths)
  }
}

struct CodingPathTests {
  @Test func `encoding has Foundation's coding paths`() throws {
    try expectEqual(StateEncoder().tree(Probe()), foundationTree(Probe()))
    try expectEqual(StateEncoder().tree(Probes()), foundationTree(Probes()))
    try expectEqual(StateEncoder().tree([Probes()]), foundationTree([Probes()]))
    try expectEqual(StateEncoder().tree(ContainerProbe())["paths"], foundationTree(ContainerProbe())["paths"])
    try expectEqual(StateEncoder().tree(Set([Box(value: 1)])), foundationTree(Set([Box(value: 1)])))
  }

  /// Foundation's encoder drops the path before a nested container.
  @Test func `coding paths are complete in nested containers`() throws {
    try expectEqual(
      StateEncoder().tree(Box(value: [ContainerProbe()])),
      [
        "value": [
          [
            "list": [
              "value/[0]/list/[0] value/[0]/list/[0]",
              ["value": "value/[0]/list/[1]/value value/[0]/list/[1]/value"],
              [],
            ],
            "paths": [
              "value/[0]", "value/[0]", "value/[0]/list", "value/[0]/list/[1]", "value/[0]/list/[2]", "value/[0]/list",
              "value/[0]", "value/[0]",
            ],
          ]
        ]
      ])
  }

  @Test func `coding paths are complete where values are encoded out of order`() throws {
    try expectEqual(
      StateEncoder().tree(["a": DisorderedProbe()]),
      [
        "a": [
          "list": [
            "a/list", ["a/list/[1]/[0] a/list/[1]/[0]"], ["circle": "a/list/[2]/circle a/list/[2]/circle"],
            "a/list/[3] a/list/[3]",
          ],
          "map": ["value": "a/map"],
          "super": "a/super a/super",
          "value": "a/value a/value",
          "paths": "a",
        ]
      ])
  }

  @Test func `decoding has Foundation's coding paths`() throws {
    let bytes = try StateEncoder().encode(Probes())
    try expectEqual(
      StateDecoder().decode(Probes.self, from: bytes), JSONDecoder().decode(Probes.self, from: Data(bytes)))
    let nested = try StateEncoder().encode([Box(value: ContainerProbe())])
    try expectEqual(
      StateDecoder().decode([Box<ContainerProbe>].self, from: nested),
      JSONDecoder().decode([Box<ContainerProbe>].self, from: Data(nested)))
  }

  @Test func `coding paths start at the decoded place`() throws {
    let document = try JSONDocument(Array(#"{"a":{"b":[0,{"direct":1}]}}"#.utf8))
    let place = try #require(document.root.member("a"))
    try expectEqual(
      StateDecoder().decode([String: [Probe]].self, from: place),
      [
        "b": [try probe("b/[0] b/[0]"), try probe("b/[1] b/[1]")]
      ])
  }

  private func probe(_ path: String) throws -> Probe {
    var probe = Probe()
    probe.path = path
    return probe
  }
}

/// Encodes a value from `userInfo`.
private struct Reporter: Codable, Equatable {
  static let key = CodingUserInfoKey(rawValue: "test")
  var found: String

  init() { found = "" }
  init(from decoder: any Decoder) throws { found = Reporter.text(decoder.userInfo) }
  func encode(to encoder: any Encoder) throws { try Reporter.text(encoder.userInfo).encode(to: encoder) }

  private static func text(_ userInfo: [CodingUserInfoKey: Any]) -> String {
    key.flatMap { userInfo[$0] as? String } ?? "nothing"
  }
}

extension Reporter: Hashable {
  func hash(into hasher: inout Hasher) {}
}

/// Passes `userInfo` through a superclass's encoder, which takes the slow path.
private struct ReporterBelow: Encodable {
  enum Keys: CodingKey { case a }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try Reporter().encode(to: container.superEncoder())
    try container.encode([Reporter()], forKey: .a)
  }
}

@Test func `userInfo reaches every value`() throws {
  let key = try #require(Reporter.key)
  let encoder = StateEncoder(userInfo: [key: "found"])
  try expectEqual(encoder.tree(["a": [Reporter()]]), ["a": ["found"]])
  try expectEqual(encoder.tree(Set([Reporter()])), ["found"])
  try expectEqual(encoder.tree([Reporter(): Reporter()]), ["found": "found"])
  try expectEqual(encoder.tree(Reporter???(Reporter())), "found")
  try expectEqual(encoder.tree(ReporterBelow()), ["super": "found", "a": ["found"]])
  try expectEqual(StateEncoder().tree(Reporter()), "nothing")
  let decoded = try StateDecoder(userInfo: [key: "found"]).decode([Reporter].self, from: [1] as JSONValue)
  expectEqual(decoded.map(\.found), ["found"])
}
