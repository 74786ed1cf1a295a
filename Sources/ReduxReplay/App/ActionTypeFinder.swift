import RuntimeLayout
import StateCoding

/// Finds the types of an app's actions by their names in journals or on the command line.
///
/// It returns only decodable types whose values are actions of the app, and creates no value of any other type.
final class ActionTypeFinder<Action> {
  private struct Found {
    var module: String?
    var type: any Decodable.Type
  }

  private let bound = ActionBound<Action>()
  /// The types that the app lists, by their current or recorded names.
  private let listed: [String: [any Decodable.Type]]
  /// The modules of the protocol, the listed types, and the app's own types, searched if a record names no module, or one
  /// without the type.
  private lazy var homes: [String] = { homesOfTypes.union(modules()) }()
  private let homesOfTypes: [String]
  private let modules: () -> [String]
  private var lookup = TypeLookup()
  /// The results for recent names.
  private var found: [String: Found] = [:]

  /// The maximum number of kept results, because generic types may have any number of names.
  private static var keptLimit: Int { 4096 }

  init(also: [any Decodable.Type], renamed: [String: any Decodable.Type], modules: @escaping () -> [String]) {
    let named = also.map { (TypeName.of($0), [$0]) } + renamed.map { ($0.key, [$0.value]) }
    listed = Dictionary(named, uniquingKeysWith: +)
    let types: [Any.Type] = [Action.self] + also + renamed.sorted { $0.key < $1.key }.map(\.value)
    homesOfTypes = types.reduce(into: []) { $0 = $0.union(TypeName.modules(of: $1)) }
    self.modules = modules
  }

  /// Finds the type of a recorded action.
  ///
  /// - Parameters:
  ///   - name: Its qualified name without the module.
  ///   - module: Its module, if the record names one.
  /// - Returns: The type. Its values are actions if types can be checked.
  /// - Throws: `ActionTypeError`.
  func type(recorded name: String?, module: String?) throws -> any Decodable.Type {
    guard let recorded = name else { throw ActionTypeError(name: nil, problem: .unknown) }
    let name = ActionTypeFinder.plainName(recorded)
    if let known = found[name], known.module == module { return known.type }
    var types = lookedUp(module.map { ["\($0).\(name)"] } ?? [])
    // A type in a renamed module, or built into another program, keeps its name without the module.
    if !types.contains(where: bound.admits) { types = lookedUp(homes.map { "\($0).\(name)" }) }
    if !types.contains(where: bound.admits), listed[name] == nil {
      types += lookedUp(inExtensionsOf: homes.union([module].compactMap(\.self)), name)
    }
    let type = try action(named: name, searched: [module].compactMap(\.self), lookedUp: types)
    if found.count < ActionTypeFinder.keptLimit { found[name] = Found(module: module, type: type) }
    return type
  }

  /// Finds the type of an action that a developer wrote, with or without its module.
  func type(written name: String) throws -> any Decodable.Type {
    try action(named: name, lookedUp: lookedUp(homes.map { "\($0).\(name)" } + [name]))
  }

  /// The name of a type in an extension without what older recorders wrote before it: `(extension in Feature):App.`.
  private static func plainName(_ name: String) -> String {
    guard name.hasPrefix("(extension in "), let dot = name.firstIndex(of: ".") else { return name }
    return String(name[name.index(after: dot)...])
  }

  /// The types with a name in an extension of another module's type.
  private func lookedUp(inExtensionsOf modules: [String], _ name: String) -> [Any.Type] {
    guard name.contains(".") else { return [] }
    return modules.flatMap { module in
      lookedUp(modules.filter { $0 != module }.map { "(extension in \(module)):\($0).\(name)" })
    }
  }

  private func lookedUp(_ names: [String]) -> [Any.Type] {
    bound.isKnown ? names.compactMap { lookup.type(named: $0) } : []
  }

  /// Finds the only type with a name among listed types and those that the runtime knows.
  private func action(
    named name: String, searched: [String] = [], lookedUp: [Any.Type]
  ) throws -> any Decodable.Type {
    func error(_ problem: ActionTypeError.Problem) -> ActionTypeError { ActionTypeError(name: name, problem: problem) }
    let listed: [Any.Type] = listed[name] ?? []
    var types: [ObjectIdentifier: Any.Type] = [:]
    for type in listed + lookedUp where bound.admits(type) || !bound.isKnown { types[ObjectIdentifier(type)] = type }
    guard let type = types.values.first else {
      if !listed.isEmpty || !lookedUp.isEmpty { throw error(.noAction) }
      guard name.utf8.count <= TypeLookup.maximumByteCount else {
        throw error(.tooLong(limit: TypeLookup.maximumByteCount))
      }
      guard bound.isKnown else { throw error(.unbounded(action: "\(Action.self)")) }
      throw ActionTypeError(name: name, problem: .unknown, searched: searched.union(homes))
    }
    guard types.count == 1 else {
      throw error(.ambiguous(types.values.map { _typeName($0, qualified: true) }.sorted()))
    }
    guard let decodable = type as? any Decodable.Type else { throw error(.notDecodable) }
    return decodable
  }
}

extension [String] {
  /// The elements, and those of another array that aren't among them, each once.
  fileprivate func union(_ others: [String]) -> [String] {
    others.reduce(into: self) { if !$0.contains($1) { $0.append($1) } }
  }
}
