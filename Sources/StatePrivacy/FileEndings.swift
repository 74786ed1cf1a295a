/// Tells names of files, hosts and versions, whose dots say nothing of a member, from paths of names such as `tokens.refresh`.
enum FileEndings {
  /// The longest ending.
  private static let longest = 12

  /// Whether what follows the last dot of a key may be the ending of a file's, a host's or a version's name. Endings of one or
  /// two characters are too many to list.
  static func isEnding(_ part: UnsafeRawBufferPointer) -> Bool {
    if part.count <= 2 { return true }
    guard part.count <= longest else { return false }
    if part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return true }
    return known.contains(String(decoding: part, as: UTF8.self).lowercased())
  }

  private static let known: Set<String> = Set(
    [
      // Sources and what tools make of them.
      "asm bat class clj cmake cmd cpp csproj css cts cxx dart dll dylib dtd elm erb erl exe exs fish fsx gemspec gradle",
      "graphql gyb haml hbs hpp hrl htm html hxx inc inl ino ipynb jar java jsx kts less lib lisp lua mak map mdx mjs mts",
      "modulemap nim nix obj pbxproj php pod podspec proj proto psd1 pyc pyi pyx rake sass scala scss sln sql stub svelte",
      "swift swiftdoc swiftinterface swiftmodule tcl test tmpl tpl tsx twig vbs vue wasm xcconfig xcodeproj xcscheme",
      "xcworkspace zig zsh bash groovy",
      "cron def jmod mod perl pickle pkl pl6 pyo typelib vim",
      // Settings, data and text.
      "adoc cfg cnf conf config csv dat desktop diff dist editorconfig entitlements env example geojson gitignore ics ini",
      "json json5 jsonc jsonl list lock log markdown model nib orig patch plist prefs properties rej resx rst rtf sample",
      "service sha1 sha256 socket sqlite storyboard strings stringsdict template target tex timer toml tsv txt webmanifest",
      "enc manifest md5 md5sums postinst postrm preinst prerm sha512 templates triggers",
      "xcassets xcdatamodel xcstrings xhtml xib xlf xliff xml xsd xsl xslt yaml yml xaml",
      // Documents, pictures, sounds, fonts and archives.
      "aac apk app avi bak bmp bin br7 bz2 cer crl crt csr dmg deb der doc docx eot eps epub flac gif heic ico icns img ipa",
      "iso jpeg jpg key mkv mov mp3 mp4 mpeg ods odt ogg otf p12 p7b p8 pages pdf pem pfx pgp png ppt pptx psd pub rar rpm sig",
      "svg tar tbz tgz tif tiff tmp ttf wav webm webp whl woff woff2 xls xlsx xpm zip zst ogv asc",
      // Hosts.
      "biz com edu gov info int mil net org xyz",
    ].flatMap { $0.split(separator: " ").map(String.init) })
}
