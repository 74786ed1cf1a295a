package import CommandLineKit
import Dispatch
import ReducerIsolation
package import ReduxInspection
package import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree
import Synchronization
import SystemSupport

/// The work behind a screen: threads verify, look at states, follow values back and search.
///
/// Reducers run in processes of their own: one verifies, one keeps its place near the selected state, and one follows the
/// history of a value.
package final class InspectWork: Sendable {
  /// A search for text.
  package enum Scan: Hashable, Sendable { case search, filter }

  /// A result for the screen.
  package enum Answer: Sendable {
    case checked(to: Int)
    case verified(InspectFindings)
    /// Verification was stopped.
    case unverified
    case looked(StateLook, Result<Looked, CommandFailure>)
    case history(ValueHistory.Question, Result<ValueHistory, CommandFailure>)
    case found(Found)
    case abandoned(AbandonedStates)
    case surveyed(ActionSurvey)
    /// The journal has other rows now.
    case grown(JournalFile)
    /// The journal can't be followed any more.
    case lost(CommandFailure)
  }

  /// Rows that contain a text.
  package struct Found: Sendable {
    let scan: Scan
    let finder: TextFinder
    /// The blocks of rows that were searched.
    let blocks: Range<Int>
    let matches: [JournalRows.Position]
    /// The seq of the last state in these blocks.
    let reached: Int
    let isDone: Bool
  }

  /// The result of a look.
  package struct Looked: Sendable {
    var steps: [StateLook.Step] = []
    var state: JSONDocument?
  }

  /// A flag that stops work.
  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set(_ new: Bool = true) { value.store(new, ordering: .relaxed) }
  }

  private struct Content {
    var file: JournalFile
    var schedule = VerificationSchedule()
    /// The survey of all actions so far; `nil` while a thread adds others.
    var survey: ActionSurvey? = ActionSurvey()
    var answers: [Answer] = []
    /// The number of jobs that run or wait.
    var running = 0
    var looks: [StateLook] = []
    var hasEnded = false
    var scans: [Scan: Flag] = [:]
  }

  private let context: CommandContext
  private let timeout: Duration?
  private let wake: @Sendable () -> Void
  private let content: Mutex<Content>
  private let lookSignal = DispatchSemaphore(value: 0)
  private let lookFlag = Flag()
  private let verifyFlag = Flag()
  private let historyFlag = Flag()
  private let group = DispatchGroup()

  package init(
    _ file: JournalFile, in context: CommandContext, timeout: Duration?, wake: @escaping @Sendable () -> Void
  ) {
    content = Mutex(Content(file: file))
    self.timeout = timeout
    self.wake = wake
    var context = context
    context.errorOutput = TextOutput(BufferSink())
    context.output = context.errorOutput
    context.reducerStreams = .nothing
    self.context = context
    start { work in work.answerLooks() }
  }

  // MARK: For the screen

  /// Takes the answers since the last call.
  func takeAnswers() -> [Answer] {
    content.withLock { content in
      defer { content.answers = [] }
      return content.answers
    }
  }

  /// Whether nothing more will become known.
  var isIdle: Bool { content.withLock { $0.running == 0 && $0.answers.isEmpty } }

  /// Verifies the journal.
  func verify() {
    verifyFlag.set(false)
    content.withLock { $0.schedule.begin() }
    job { work in
      let answer = work.verification()
      let isFinal = if case .verified(let findings) = answer { findings.isFinal } else { true }
      work.content.withLock { $0.schedule.end(isFinal: isFinal) }
      work.add(answer)
    }
  }

  /// Finds the states that rewinds abandoned.
  func findAbandoned() {
    job { work in
      // The rows show lines that can't be read.
      if let states = try? AbandonedStates(of: work.file) { work.add(.abandoned(states)) }
    }
  }

  /// Finds what the actions usually change, unless that is being found.
  func survey() {
    guard let known = content.withLock({ $0.survey.take() }) else { return }
    job { work in
      let rows = JournalRows(work.file)
      var survey = known
      for number in rows.blockNumbers(from: survey.reached) {
        if work.content.withLock({ $0.hasEnded }) { break }
        for row in rows.block(number) where row.setsState { if let action = row.action { survey.add(action) } }
      }
      survey.settle(upTo: rows.seqs.upperBound)
      let found = survey
      work.content.withLock { $0.survey = found }
      work.add(.surveyed(found))
    }
  }

  /// Follows the journal: notices what is added to it, and verifies that, too.
  func watch(every interval: Duration) {
    start { work in
      var watch = JournalWatch(work.file)
      while !work.content.withLock({ $0.hasEnded }) {
        Platform.sleep(interval)
        do throws(JournalError) {
          if try watch.look() {
            work.content.withLock { [file = watch.file] content in
              content.file = file
              content.schedule.noteGrowth()
            }
            work.add(.grown(watch.file))
            if watch.hasJumps { work.findAbandoned() }
          }
        } catch {
          return work.add(.lost(CommandFailure(error)))
        }
        if work.content.withLock({ $0.schedule.isDue }) { work.verify() }
      }
    }
  }

  /// Looks at a state, unless another look that waits is as good.
  func look(_ look: StateLook) {
    content.withLock { content in
      content.running += 1 - content.looks.count
      // If the user moves on, only the last place counts.
      content.looks = [look]
    }
    lookFlag.set(false)
    lookSignal.signal()
  }

  /// Follows a value back.
  func follow(_ question: ValueHistory.Question) {
    historyFlag.set(false)
    job { work in
      let context = work.context(stoppedBy: work.historyFlag)
      let isolation = ReducerIsolation(in: context, timeout: work.timeout)
      let result = work.result { try ValueHistory(question, of: work.file, by: isolation) }
      if let result { work.add(.history(question, result)) }
    }
  }

  /// Searches rows for a text, from a block on.
  func find(_ finder: TextFinder, for scan: Scan, from block: Int) {
    let flag = Flag()
    content.withLock { content in
      content.scans[scan]?.set()
      content.scans[scan] = flag
    }
    job { work in work.find(finder, scan, from: block, until: flag) }
  }

  /// Stops a search.
  func stop(_ scan: Scan) { content.withLock { $0.scans.removeValue(forKey: scan)?.set() } }

  /// Stops everything that runs.
  func stopAll() {
    lookFlag.set()
    verifyFlag.set()
    historyFlag.set()
    content.withLock { content in content.scans.values.forEach { $0.set() } }
  }

  /// Stops everything, and waits for the end of the threads.
  package func finish() {
    stopAll()
    content.withLock { $0.hasEnded = true }
    lookSignal.signal()
    group.wait()
  }

  // MARK: Threads

  private func start(_ work: @escaping @Sendable (InspectWork) -> Void) {
    group.enter()
    Platform.onNewThread { [self] in
      work(self)
      group.leave()
    }
  }

  private func job(_ work: @escaping @Sendable (InspectWork) -> Void) {
    content.withLock { $0.running += 1 }
    start { this in
      work(this)
      this.content.withLock { $0.running -= 1 }
      this.wake()
    }
  }

  private var file: JournalFile { content.withLock { $0.file } }

  private func add(_ answer: Answer, unless flag: Flag? = nil) {
    content.withLock { content in
      if flag?.isSet == true { return }
      // Only the latest progress counts.
      if case .checked = answer, case .checked? = content.answers.last { content.answers.removeLast() }
      content.answers.append(answer)
    }
    wake()
  }

  private func context(stoppedBy flag: Flag) -> CommandContext {
    var context = context
    context.interruption = Interruption({ flag.isSet }, forget: { flag.set(false) })
    return context
  }

  /// Returns the result of work; `nil` if it was stopped.
  private func result<Value>(_ body: () throws -> Value) -> Result<Value, CommandFailure>? {
    do { return .success(try body()) } catch is Interrupted {
      return nil
    } catch let error as FailedReplay {
      return .failure(
        error.verification.failure
          ?? CommandFailure(
            "today's app leads to another state than recorded, so the value can't be followed through this state",
            advice: "Go to a state before the difference, or look at a self-contained journal."))
    } catch {
      return .failure(CommandFailure(ofJob: error) ?? CommandFailure(String(describing: error)))
    }
  }

  private func verification() -> Answer {
    let isolation = ReducerIsolation(in: context(stoppedBy: verifyFlag), timeout: timeout)
    var job = VerifyJob(JobInput(file))
    // One processor is for the screen.
    job.input.threads = max(1, Platform.processorCount - 1)
    do {
      let verification = try isolation.verify(job) { seq in add(.checked(to: seq)) }
      return .verified(InspectFindings(verification, of: JournalRows(file)))
    } catch {
      return .unverified
    }
  }

  private func answerLooks() {
    let isolation = ReducerIsolation(in: context(stoppedBy: lookFlag), timeout: timeout)
    while true {
      lookSignal.wait()
      let (look, isEnd) = content.withLock { ($0.looks.popLast(), $0.hasEnded) }
      if isEnd { return }
      guard let look else { continue }
      let result = result {
        let found = try isolation.look(look, at: file)
        return Looked(steps: found.steps, state: try found.state.map { try JSONDocument($0) })
      }
      if let result { add(.looked(look, result)) }
      content.withLock { $0.running -= 1 }
      wake()
    }
  }

  private func find(_ finder: TextFinder, _ scan: Scan, from first: Int, until flag: Flag) {
    let rows = JournalRows(file)
    let numbers = rows.blockNumbers
    var start = max(first, numbers.lowerBound)
    var matches: [JournalRows.Position] = []
    var last = ContinuousClock.now
    for number in numbers where number >= start {
      if flag.isSet { return }
      let block = rows.block(number)
      for (index, row) in block.enumerated() where finder.matches(row) {
        matches.append(JournalRows.Position(block: number, index: index))
      }
      let isDone = number == numbers.upperBound
      guard isDone || ContinuousClock.now - last > .milliseconds(50) else { continue }
      last = .now
      let found = Found(
        scan: scan, finder: finder, blocks: start..<number + 1, matches: matches,
        reached: block.last { $0.setsState }?.seq ?? 0, isDone: isDone)
      // A later search of the same kind has set the flag, and its answers must not be mixed with these.
      add(.found(found), unless: flag)
      (start, matches) = (number + 1, [])
    }
  }
}

/// The steps that set a value, the newest first.
package struct ValueHistory: Sendable {
  /// The value to follow back.
  package struct Question: Hashable, Sendable {
    /// The value, as a JSON Pointer.
    var place: String
    /// The state that has it, or whose action removed it.
    var seq: Int
  }

  /// A step that set the value.
  struct Step: Sendable {
    /// The seq of the state after it.
    let seq: Int
    /// Its name.
    let label: String
    /// The change that it made to the value.
    let change: ChangeList.Change
    /// The last known state before it, if the states between are unknown.
    let unknownSince: Int?
  }

  private static let limit = 1000

  let question: Question
  let steps: [Step]
  /// Whether older steps aren't listed.
  let hasOlder: Bool
  /// The state that the search had reached when it was stopped.
  let stoppedAt: Int?

  /// Follows a value back through the history of a state.
  init(_ question: Question, of file: JournalFile, by isolation: ReducerIsolation) throws {
    let inquiry = BlameInquiry(seq: question.seq, place: question.place, depth: 0, historyLimit: ValueHistory.limit)
    let answer = try isolation.answer(inquiry, about: file, showing: "Searching")
    self.question = question
    steps = try BlameRow.rows(of: answer, isHistory: true, in: file).map { row in
      Step(
        seq: row.setting.seq, label: row.label, change: row.change,
        unknownSince: row.setting.isUncertain ? row.setting.previous : nil)
    }
    hasOlder = answer.hasOlder
    stoppedAt = answer.stoppedAt
  }
}

/// When a followed journal is verified again: after it has grown, but for at most a fifth of the time.
struct VerificationSchedule: Sendable {
  private static let pausesPerRun = 4
  private static let leastPause = Duration.milliseconds(500)

  private var isRunning = false
  /// Whether more records wouldn't change the result.
  private var isFinal = false
  private var hasGrown = false
  private var start = ContinuousClock.now
  private var next = ContinuousClock.now

  /// Notes that the journal has grown since the last verification began.
  mutating func noteGrowth() { hasGrown = true }

  /// Notes the start of a verification.
  mutating func begin() {
    isRunning = true
    hasGrown = false
    start = .now
  }

  /// Notes the end of a verification.
  mutating func end(isFinal: Bool) {
    isRunning = false
    self.isFinal = isFinal
    next = .now + max(VerificationSchedule.leastPause, (.now - start) * VerificationSchedule.pausesPerRun)
  }

  /// Whether to verify the journal now.
  var isDue: Bool { hasGrown && !isRunning && !isFinal && next <= .now }
}
