import Expectations
import StateCoding
import StateTree
import Testing

@testable import ReduxReplay

struct FollowingStateTests {
  private func following(ignoring pointers: String...) throws -> Following {
    Following(
      DivergenceSearch(keepingGoing: true, ignoring: try pointers.map { try RedactionRules.Pointer(parsing: $0) }))
  }

  private func members(_ pointers: String...) -> [Divergence.Member] {
    pointers.map { Divergence.Member(pointer: $0, recorded: .unchanged, replayed: .removed) }
  }

  private func text(_ places: [DivergentPlace]) -> [String] {
    places.map { "\($0.pointer?.description ?? "nil")\($0.isImpure ? " impure" : "")" }
  }

  @Test func `an action is to blame for members that didn't differ before`() throws {
    var following = try following()
    expectEqual(text(following.stray(members("/a", "/b"), impure: [], StateOutline())), ["/a", "/b"])
    expectEqual(text(following.stray(members("/b", "/c"), impure: [], StateOutline())), ["/c"])
    expectEqual(following.strayed, ["/a", "/b", "/c"])
  }

  @Test func `impure places explain the members above them`() throws {
    var following = try following()
    let time = try JSONPointer("/film/time")
    expectEqual(
      text(following.stray(members("/film", "/b"), impure: [time], StateOutline())), ["/film/time impure", "/b"])
  }

  @Test func `ignored places are excused`() throws {
    var following = try following(ignoring: "/film/time")
    let time = try JSONPointer("/film/time")
    expectEqual(text(following.stray(members("/film"), impure: [time], StateOutline())), [])
    expectEqual(following.difference, .undecided)
    following.agree()
    expectEqual(text(following.stray(members("/film/time"), impure: [], StateOutline())), [])
    expectEqual(following.difference, .excused)
  }

  @Test func `without a list of members, the whole state is to blame once`() throws {
    var following = try following()
    expectEqual(text(following.stray(nil, impure: [], StateOutline())), [""])
    following.diverge()
    expectEqual(text(following.stray(nil, impure: [], StateOutline())), [])
    expectEqual(following.difference, .strayed)
  }

  @Test func `an equal state ends the difference`() throws {
    var following = try following()
    _ = following.stray(members("/a"), impure: [], StateOutline())
    following.diverge()
    following.agree()
    #expect((following.strayed, following.hasDiverged, following.difference) == (nil, false, nil))
  }
}
