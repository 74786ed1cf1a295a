// The coder's API names JSON values, pointers, hashes and rules.
@_exported public import StatePrivacy
@_exported public import StateTree
