import SystemSupport

#if SQLite
  /// A database's file, and the files that SQLite keeps beside it.
  enum DatabaseFile {
    /// The suffixes of the files. The database comes first: after a crash between two renames, no other database adopts a
    /// leftover file, because SQLite removes the files beside an empty database.
    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// Creates a missing file, and restricts all files to their owner.
    static func prepare(_ path: String) throws(PersistenceError) {
      try KeptFiles.create(path)
      for suffix in suffixes.dropFirst() { try KeptFiles.takeAlone(path + suffix) }
    }

    /// Renames the files within their folder; returns the database's new path.
    static func setAside(_ path: String) throws(PersistenceError) -> String {
      var number = 1
      while suffixes.contains(where: { Platform.exists("\(path).aside-\(number)\($0)") }) { number += 1 }
      let place = "\(path).aside-\(number)"
      for suffix in suffixes where Platform.exists(path + suffix) {
        try KeptFiles.move(path + suffix, to: place + suffix)
      }
      return place
    }
  }
#endif
