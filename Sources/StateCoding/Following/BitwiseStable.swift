/// A type whose values can't change while their bytes stay the same and a copy of them exists.
///
/// Hashing states one after the other keeps copies of the elements of large collections, and takes an element whose bytes
/// are those of the copy to be unchanged. It sees by itself that a type is safe if it is made of numbers, texts, dates,
/// data, standard collections, and structs and enums of those. Any other type is walked in full in each state, which is
/// slower but always right.
///
/// Declare the conformance for a type that stores its value behind a reference and copies it before each change:
///
///     struct Grid: Codable, BitwiseStable { private var storage: GridStorage }
///
/// Never declare it for a type that changes what a reference leads to while another copy exists. Its changes would not be
/// hashed.
public protocol BitwiseStable {}
