// The API of replay names types of these modules, such as AppIdentity and JSONPointer: an app that declares itself
// replayable imports ReduxReplay alone.
@_exported public import ReduxJournal
@_exported public import StateTree
