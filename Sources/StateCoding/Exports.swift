// The coder's API names JSON values, pointers and hashes.
@_exported public import StateTree
