import SystemSupport

#if SQLite
  /// A database's file, and those that SQLite keeps beside it.
  enum DatabaseFile {
    /// What SQLite appends to the name: the database comes first, so that a crash between two renames leaves no file that
    /// would be taken for one of another database. SQLite removes what stands beside an empty one.
    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// Makes sure that there is a file, and that all of them are their owner's alone.
    static func prepare(_ path: String) throws(PersistenceError) {
      try KeptFiles.create(path)
      for suffix in suffixes.dropFirst() { try KeptFiles.takeAlone(path + suffix) }
    }

    /// Renames the files, beside where they were; returns the database's new path.
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
