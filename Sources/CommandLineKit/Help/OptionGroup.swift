/// Options that many commands share.
///
/// A command's help page names them in one line; the group's own page, a help topic, describes them.
package struct OptionGroup: Hashable, Sendable {
  /// The name of the topic: `journal-options`.
  package let name: String
  /// The options.
  package let options: [OptionSpecification]
  private let abstract: String

  /// Creates a group, whose name ends with `-options`.
  package init(_ name: String, abstract: String, _ options: [OptionSpecification]) {
    self.name = name
    self.abstract = abstract
    self.options = options
  }

  /// The page that describes the options.
  var topic: HelpTopic {
    let title = name.uppercased().replacing("-", with: " ")
    return HelpTopic(
      name, abstract: abstract, sections: [HelpSection(title, rows: options.map { ($0.usage, $0.help) })])
  }

  /// The options of every command.
  static let common = OptionGroup(
    "common-options", abstract: "Options of every command.", OptionSpecification.shared)
}
