import Expectations
import ReducerIsolation
import ReduxJournal
import ReduxReplay
import TestSupport
import Testing
import Tracker

@testable import ReduxExploring

/// What journals of the samples show of their actions.
struct ActionVocabularyTests {
  private func words(
    of app: any ReplayableApp.Type, in path: String, where isIncluded: (String) -> Bool = { _ in true }
  ) throws -> ActionVocabulary {
    let file = try JournalFile(path: Repository.path(path))
    return try ActionVocabulary(of: [file], by: AppCatalog([app]).app(of: file), where: isIncluded)
  }

  @Test func `places that name projects and items of the state are found`() throws {
    let words = try words(of: TrackerApp.self, in: "Samples/Tracker/Sessions/evening.jsonl") { $0.hasPrefix("item.") }
    expectEqual(
      words.explanation,
      [
        "learned from 1 journal: 17 actions of 3 types",
        "item.create: 13 actions, then item.create, item.update, item.delete",
        "  /item/_0/create/amount comes from /navigation/data/*/amount (100 of 100, 2.8 times as often as by chance)",
        "  /item/_0/create/id brings new ids",
        "  /item/_0/create/notes comes from /navigation/data/*/notes (100 of 100, 3.4 times as often as by chance)",
        "  /item/_0/create/projectID comes from /projectIDs/* (100 of 100, 1.0 times as often as by chance)",
        "  /item/_0/create/timestamp comes from /navigation/data/*/timestamp (100 of 100, 4.1 times as often as by chance)",
        "  /item/_0/create/at always grows", "item.delete: 1 action, then item.create",
        "  /item/_0/delete/id comes from keys of /items (100 of 100, 1.0 times as often as by chance) or /items/*/id (100 of 100, 1.0 times as often as by chance)",
        "item.update: 3 actions, then item.create",
        "  /item/_0/update/id comes from keys of /items (100 of 100, 1.0 times as often as by chance) or /items/*/id (100 of 100, 1.0 times as often as by chance)",
        "  /item/_0/update/amount is in some", "  /item/_0/update/notes is in some",
        "  /item/_0/update/timestamp is in some",
      ])
  }
}
