package import LiveProtocol
public import ReduxRecorder
import ReduxScope
public import ReduxTimeTravel
import StateCoding
package import StateTree
import SystemSupport

/// Connects a running app to `reduxlog live`, which shows its journal as it grows and sends the app to earlier states.
///
///     #if DEBUG
///       let live = LiveSession(timeline, recorder: recorder, actions: ShopAction.self, dispatch: store.dispatch)
///     #endif
///
/// Only a debug build connects, and only if the environment asks for it: `reduxlog live` prints the two variables. Without
/// them, a session opens no socket and starts no thread.
///
/// A session reads the journal from its file, on a thread of its own. So a slow, stopped or dead tool never delays the app. If
/// the connection breaks, the app returns to the head after two seconds, and the session connects again.
///
/// Keep the session as long as the app runs, and create it where the timeline is used, such as on the main actor. There it
/// performs commands.
public final class LiveSession: Sendable {
  private let link: LiveLink?

  /// Connects an app whose states can be shown, but whose actions can't be dispatched from outside.
  ///
  /// - Parameters:
  ///   - timeline: The timeline of the app's store.
  ///   - recorder: The recorder of the store.
  ///   - isolation: The actor on which the timeline is used, and commands are performed.
  public convenience init(
    _ timeline: some DrivableTimeline, recorder: Recorder, isolation: isolated any Actor = #isolation
  ) {
    self.init(
      timeline, recorder: recorder, to: LiveSession.address, capabilities: [],
      dispatch: { _ in throw LiveCommandError.noActions }, isolation: isolation)
  }

  /// Connects an app.
  ///
  /// - Parameters:
  ///   - timeline: The timeline of the app's store.
  ///   - recorder: The recorder of the store.
  ///   - actions: The type of the actions.
  ///   - dispatch: Dispatches an action, on `isolation`. It must not retain what keeps the session.
  ///   - isolation: The actor on which the timeline is used, and commands are performed.
  public convenience init<Action: Decodable>(
    _ timeline: some DrivableTimeline, recorder: Recorder, actions: Action.Type,
    dispatch: @escaping (Action) -> Void, isolation: isolated any Actor = #isolation
  ) {
    self.init(
      timeline, recorder: recorder, to: LiveSession.address, capabilities: ["dispatch"],
      dispatch: { dispatch(try StateDecoder().decode(Action.self, from: $0)) }, isolation: isolation)
  }

  /// Connects an app whose timeline works on any thread, and whose actions can't be dispatched from outside.
  ///
  /// - Parameters:
  ///   - timeline: The timeline of the app's store.
  ///   - recorder: The recorder of the store.
  public convenience init(_ timeline: some DrivableTimeline & Sendable, recorder: Recorder) {
    self.init(
      timeline, recorder: recorder, to: LiveSession.address, capabilities: [],
      dispatch: { _ in throw LiveCommandError.noActions }, isolation: nil)
  }

  /// Connects an app whose timeline works on any thread.
  ///
  /// - Parameters:
  ///   - timeline: The timeline of the app's store.
  ///   - recorder: The recorder of the store.
  ///   - actions: The type of the actions.
  ///   - dispatch: Dispatches an action, on any thread. It must not retain what keeps the session.
  public convenience init<Action: Decodable>(
    _ timeline: some DrivableTimeline & Sendable, recorder: Recorder, actions: Action.Type,
    dispatch: @escaping @Sendable (Action) -> Void
  ) {
    self.init(
      timeline, recorder: recorder, to: LiveSession.address, capabilities: ["dispatch"],
      dispatch: { dispatch(try StateDecoder().decode(Action.self, from: $0)) }, isolation: nil)
  }

  package init(
    _ timeline: some DrivableTimeline, recorder: Recorder, to address: LiveAddress?, capabilities: [String],
    dispatch: @escaping (JSONValue) throws -> Void, isolation: isolated (any Actor)? = #isolation
  ) {
    guard let address, let source = recorder.source else {
      link = nil
      return
    }
    var capabilities = capabilities
    if timeline.capabilities.contains(.resume) { capabilities.append("resume") }
    if timeline.capabilities.contains(.leaveOut) { capabilities.append("leaveOut") }
    var states = LiveStates(of: timeline, source.rules)
    if states.canOpen { capabilities.append("open") }
    let hello = LiveHello(
      process: Platform.processID, journal: source.journal.text, path: source.path, capabilities: capabilities)
    let (commands, continuation) = AsyncStream.makeStream(of: LiveLink.Request.self)
    let link = LiveLink(to: address, hello, source, recorder, continuation)
    self.link = link
    Task { [weak recorder] in
      _ = isolation
      for await request in commands {
        guard request.begin() else { continue }
        var failure: String?
        do {
          // Effects inherit it, so that the journal tells what a person did from what the app did.
          try DispatchSite.run("reduxlog live") {
            try LiveSession.perform(request.command, on: &states, recorder, dispatch)
          }
        } catch { failure = error.explanation }
        var status = LiveStatus(of: timeline)
        if failure == nil, [.show, .toggle].contains(request.command.kind) {
          status.hash = states.hash()
          status.difference = states.difference()
        }
        link.answer(request, failure: failure, status)
      }
      // No command can return the app any longer.
      if link.isAway { timeline.returnToHead() }
    }
    link.start()
  }

  deinit { link?.stop() }

  /// Whether the app is connected to the tool.
  package var isConnected: Bool { link?.isConnected ?? false }

  /// The tool that the environment asks for.
  private static var address: LiveAddress? {
    #if DEBUG
      do throws(LiveAddressError) { return try LiveAddress(Platform.environment) } catch {
        Platform.write("reduxlog: \(error)\n", to: Platform.standardError)
      }
    #endif
    return nil
  }

  private static func perform(
    _ command: LiveCommand, on states: inout LiveStates<some DrivableTimeline>, _ recorder: Recorder?,
    _ dispatch: (JSONValue) throws -> Void
  ) throws {
    switch (command.kind, command.seq) {
    case (.status, _): break
    case (.show, let seq?): try states.timeline.peek(atRecorded: seq)
    case (.toggle, let seq?): try states.timeline.toggle(recorded: seq)
    case (.head, _): states.timeline.returnToHead()
    case (.resume, _): try states.resume()
    case (.open, _): try states.open(command.state ?? .null)
    case (.dispatch, _): try dispatch(command.action ?? .null)
    case (.mark, _): recorder?.mark(command.name ?? "live")
    case (.show, nil), (.toggle, nil): throw LiveCommandError.noSeq
    }
  }
}

/// Why a command has no effect.
enum LiveCommandError: Error, CustomStringConvertible {
  case noActions
  case noSeq
  case noStates
  case standIns(Int)
  case outdated
  case busy

  var description: String {
    switch self {
    case .noActions: "this app's LiveSession has no actions; pass actions: and dispatch:"
    case .noSeq: "the command names no state"
    case .noStates: "this app can't open states; make its state Codable"
    case .standIns(let count):
      "the opened state holds \(count == 1 ? "a stand-in for a secret" : "\(count) stand-ins for secrets"), so the app can't "
        + "continue from it"
    case .outdated: "a newer command came first"
    case .busy: "the app's main thread is busy"
    }
  }
}

extension LiveStatus {
  init(of timeline: some DrivableTimeline) {
    self.init(
      shown: timeline.shownRecordedSeq, isAtHead: timeline.isAtHead,
      showable: timeline.recordedSeqs.map { [$0.lowerBound, $0.upperBound] }, leftOut: timeline.leftOutSeqs,
      locked: timeline.lockedCount)
  }
}
