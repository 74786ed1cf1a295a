package import CommandLineKit

extension CommandTrait {
  /// Reads a journal that the user names.
  package static let readsJournal = CommandTrait("readsJournal")

  /// Reads the journal from its first line, so it names the first line that is wrong.
  package static let readsFromStart = CommandTrait("readsFromStart")

  /// Appends to the journal that the user names.
  package static let changesJournal = CommandTrait("changesJournal")

  /// Needs the app's reducers for a journal that isn't self-contained.
  package static let needsReducers = CommandTrait("needsReducers")
}
