import Expectations
import ReduxReplay
import StateTree
import Testing

struct ActionLabelsTests {
  enum Shape: Codable {
    case round(radius: Int)
    case square
  }

  enum Only: Codable { case one(Int) }

  indirect enum Action: Codable {
    case draw(Shape)
    case undo
    case only(Only)
    case name(String, Int)
    case nested(Action)
  }

  struct Plain: Codable { var x = 0 }

  @Test func `the labels of an enum are the paths of its cases`() throws {
    let labels = try #require(ActionCoding<Shape>.codable.labels())
    expectEqual(labels, ["round", "square"])
  }

  @Test func `cases of enums inside are listed, if the enum has several`() throws {
    let labels = try #require(ActionCoding<Action>.codable.labels())
    expectEqual(labels.prefix(5), ["draw.round", "draw.square", "undo", "only", "name"])
    // An enum that holds itself ends at a depth.
    #expect(labels.count < 50 && labels.contains("nested.nested.undo"))
  }

  @Test func `types behind a protocol are listed by name, with their cases`() {
    let coding = ActionCoding<Any>.types([Plain.self, Shape.self])
    expectEqual(
      coding.labels()?.sorted(),
      [
        "ActionLabelsTests.Plain", "ActionLabelsTests.Shape.round", "ActionLabelsTests.Shape.square",
      ])
  }

  @Test func `other codings list nothing`() {
    expectEqual(ActionCoding<Plain>.codable.labels(), nil)
    expectEqual(ActionCoding<String>.codable.labels(), nil)
  }
}
