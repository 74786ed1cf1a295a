import Expectations
import StateTree
import Testing

struct DifferingPlacesTests {
  @Test(arguments: [
    (#"{"a":[{"id":1,"t":"x"}]}"#, #"{"a":[{"id":2,"t":"x"}]}"#, ["/a/0/id"]),
    (#"{"a":[1,2]}"#, #"{"a":[1,2,3]}"#, ["/a"]),
    (#"{"a":{"x":1,"y":2}}"#, #"{"a":{"y":3,"z":1}}"#, ["/a/x", "/a/y", "/a/z"]),
    ("1", "2", [""]), (#"{"a":null}"#, #"{"a":null}"#, []), (#"{"a":[]}"#, #"{"a":{}}"#, ["/a"]),
  ])
  func `differing places are the innermost ones`(old: String, new: String, places: [String]) throws {
    let (old, new) = try (JSONValue(parsing: old), JSONValue(parsing: new))
    expectEqual(new.differingPlaces(from: old, limit: 3)?.map(\.description), places)
    if !places.isEmpty { expectEqual(new.differingPlaces(from: old, limit: places.count - 1), nil) }
  }
}
