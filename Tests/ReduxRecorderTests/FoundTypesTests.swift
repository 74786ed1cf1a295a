import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateTree
import TestSupport
import Testing

// An app that doesn't list its action types.

protocol PlayerAction {}

enum PlayerActions {
  struct Play: PlayerAction, Codable { var track: String }
  struct Set<Value: Codable>: PlayerAction, Codable {
    var value: Value
  }
  enum Volume: PlayerAction, Codable {
    case up(by: Int)
    case mute
  }
  /// An action that is `Encodable` only.
  struct Note: PlayerAction, Encodable {}
}

private struct Skip: PlayerAction, Codable { var tracks: Int }

struct Player: Codable, Equatable {
  var tracks: [String] = []
  var volume = 5
}

private enum PlayerApp: ReplayableApp {
  static let name = "player"
  static var initialState: Player { Player() }
  static var actions: ActionCoding<any PlayerAction> { .found(also: [Skip.self]) }

  static func reduce(_ player: inout Player, _ action: any PlayerAction) {
    switch action {
    case let play as PlayerActions.Play: player.tracks.append(play.track)
    case let skip as Skip: player.tracks.removeFirst(skip.tracks)
    case let set as PlayerActions.Set<Int>: player.volume = set.value
    case PlayerActions.Volume.up(let step): player.volume += step
    case PlayerActions.Volume.mute: player.volume = 0
    default: break
    }
  }
}

struct FoundTypesTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func record(_ actions: [any PlayerAction], detail: RecordingDetail = .full) throws -> Player {
    let recorder = try Recorder(
      path: file.path, app: AppIdentity(name: "player"), options: RecorderOptions(detail: detail))
    var player = PlayerApp.initialState
    let reduce: (inout Player, any PlayerAction) -> Void = recorder.recording(PlayerApp.reduce)
    for action in actions { reduce(&player, action) }
    recorder.close()
    return player
  }

  @Test func `actions of any type are replayed; only private types must be listed`() throws {
    let player = try record([
      PlayerActions.Play(track: "A"), PlayerActions.Play(track: "B"), Skip(tracks: 1), PlayerActions.Set(value: 7),
      PlayerActions.Volume.up(by: 2), PlayerActions.Volume.mute, PlayerActions.Set(value: "none"),
    ])
    let module = "ReduxRecorderTests"
    let actions = try file.actions()
    expectEqual(
      actions.map(\.swiftType),
      [
        "PlayerActions.Play", "PlayerActions.Play", "Skip", "PlayerActions.Set<Swift.Int>", "PlayerActions.Volume",
        "PlayerActions.Volume", "PlayerActions.Set<Swift.String>",
      ])
    expectEqual(actions.map(\.module), [module, module, nil, module, module, module, module])
    #expect(
      try file.timelessText().contains(
        #""type":"PlayerActions.Volume.up","swift":"PlayerActions.Volume","module":"ReduxRecorderTests","action""#))
    let replayer = try Replayer<PlayerApp>(path: file.path)
    try expectEqual(replayer.verify(jobs: 2).proven, 8)
    try expectEqual(replayer.state(at: 7), player)
    expectEqual(player, Player(tracks: ["B"], volume: 0))
  }

  @Test func `an action that can't be replayed names no module`() throws {
    _ = try record([PlayerActions.Note()])
    try expectEqual(file.actions().map(\.module), [nil])
    try expectEqual(file.actions().map(\.replayability), [.inspectOnly])
  }

  @Test func `a journal of names only names no modules`() throws {
    _ = try record([PlayerActions.Play(track: "A")], detail: .names)
    try expectEqual(file.actions().map(\.module), [nil])
  }

  @Test func `a store with one action type names no types`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "player"))
    var player = Player()
    let reduce: (inout Player, PlayerActions.Volume) -> Void = recorder.recording(PlayerApp.reduce)
    reduce(&player, .mute)
    recorder.close()
    try expectEqual(file.actions().map(\.swiftType), [nil])
    try expectEqual(file.actions().map(\.module), [nil])
  }
}
