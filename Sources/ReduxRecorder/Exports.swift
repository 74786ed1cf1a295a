// The recorder's API names types of these modules, such as AppIdentity, Durability and RedactionRules: an app that records
// imports ReduxRecorder alone. With another library's store, it opens the scopes of ReduxScope itself.
@_exported public import ReduxJournal
@_exported public import ReduxScope
@_exported public import StateCoding
