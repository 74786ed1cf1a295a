// The recorder's API names types of these modules, such as AppIdentity, Durability and RedactionRules: an app that records
// imports ReduxRecorder alone.
@_exported public import ReduxJournal
@_exported public import StateTree
