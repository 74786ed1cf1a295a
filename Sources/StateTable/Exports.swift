// A table's API names hashes and JSON values.
@_exported public import StateCoding
