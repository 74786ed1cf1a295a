package import CommandLineKit
package import ReduxJournal
import ReduxReplay
import StateCoding

/// Work on a journal that runs an app's reducers, in a form that can be sent to another process.
///
/// The other process finds the type by its name: see `ReducerServer.run`.
package protocol ReducerJob: Codable, Hashable, Sendable {
  associatedtype Answer: Codable

  var input: JobInput { get set }
  /// Whether the job answers with what it knows when the user stops it.
  static var answersWhenStopped: Bool { get }
  /// Whether crashes are part of the work, which then leave no cores.
  static var expectsCrashes: Bool { get }

  /// Does the job in this process.
  func answer(on bench: ReducerBench, onStep: (Int) throws -> Void) throws -> (answer: Answer, bytes: [UInt8]?)
}

extension ReducerJob {
  package static var answersWhenStopped: Bool { false }
  package static var expectsCrashes: Bool { false }

  /// Does the job. Its failures are replies.
  func reply(on bench: ReducerBench, onStep: (Int) throws -> Void) throws -> (JobReply<Answer>, bytes: [UInt8]?) {
    do {
      let (answer, bytes) = try answer(on: bench, onStep: onStep)
      return (.answer(answer, hasBytes: bytes != nil), bytes)
    } catch {
      guard let failure = CommandFailure(ofJob: error) else { throw error }
      return (.failed(failure), nil)
    }
  }
}

/// The journal of a job, and how to read it.
package struct JobInput: Codable, Hashable, Sendable {
  package var path: String
  private let maximumLineBytes: Int
  /// The key, which only this process's child receives.
  private let keyWords: [UInt64]?
  /// The number of threads that may share the work.
  package var threads: Int

  package init(path: String, options: JournalReader.Options, threads: Int = 1) {
    self.path = path
    maximumLineBytes = options.maximumLineBytes
    keyWords = options.key?.words
    self.threads = threads
  }

  package init(_ file: JournalFile) { self.init(path: file.path, options: file.options) }

  package var options: JournalReader.Options {
    JournalReader.Options(maximumLineBytes: maximumLineBytes, key: keyWords.flatMap(JournalKey.init(words:)))
  }

  /// Opens the journal.
  package func file() throws(JournalError) -> JournalFile { try JournalFile(path: path, options: options) }
}

extension JournalFile {
  /// The options with which the file was opened.
  package var options: JournalReader.Options { JournalReader.Options(maximumLineBytes: maximumLineBytes, key: key) }
}

/// The place where jobs are done one after the other.
package final class ReducerBench {
  package let apps: AppCatalog
  private var kept: [ObjectIdentifier: AnyObject] = [:]

  init(apps: AppCatalog) { self.apps = apps }

  /// The object of a type that jobs keep for the next ones, made when it is first asked for.
  package func kept<Kept: AnyObject>(_ make: @autoclosure () -> Kept) -> Kept {
    if let found = kept[ObjectIdentifier(Kept.self)] as? Kept { return found }
    let made = make()
    kept[ObjectIdentifier(Kept.self)] = made
    return made
  }
}

/// The reply to a job, as sent through the pipe. Bytes, which may be many, follow separately.
enum JobReply<Answer: Codable>: Codable {
  case answer(Answer, hasBytes: Bool)
  case failed(CommandFailure)
}

extension CommandFailure {
  /// The failure that an error of a job means; `nil` for others, such as an interruption.
  package init?(ofJob error: any Error) {
    switch error {
    case let error as JournalError: self.init(error)
    case let error as ReplayError: self.init(error)
    case let error as CommandFailure: self = error
    default: return nil
    }
  }
}
