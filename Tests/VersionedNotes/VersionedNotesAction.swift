/// The protocol of a library's actions, whose types belong to other modules.
package protocol VersionedNotesAction {}
