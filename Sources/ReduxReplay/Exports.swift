// The API names types of these modules, such as AppIdentity and JSONPointer, so that a replayable app only needs to
// import ReduxReplay.
@_exported public import ReduxJournal
@_exported public import StateCoding
