#if SQLite
  public import ReduxPersistence
  import StateTable
  import StateTree

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  extension TrackerPersistence {
    /// The migrations from an empty database to the current schema. Released ones never change.
    static let schema: [SQLiteMigration] = [
      """
      CREATE TABLE projects (
        id TEXT PRIMARY KEY, position INTEGER NOT NULL, title TEXT NOT NULL, units TEXT NOT NULL, frequency TEXT NOT NULL,
        created REAL NOT NULL, updated REAL NOT NULL
      ) STRICT;
      CREATE TABLE items (
        id TEXT PRIMARY KEY, position INTEGER NOT NULL, project TEXT NOT NULL, amount TEXT NOT NULL,
        timestamp REAL NOT NULL, notes TEXT NOT NULL
      ) STRICT;
      CREATE INDEX items_by_project ON items (project);
      """
    ]

    /// Stores the slices in a database.
    public static func inDatabase(of folder: String) throws(PersistenceError) -> StatePersistence<TrackerState> {
      let database = try SQLiteDatabase(path: folder + "/tracker.sqlite", migrations: schema)
      let projects = SQLiteTable<Project>(
        "projects", in: database,
        columns: [
          .column("title", \.title), .column("units", \.units), .column("frequency", \.frequency),
          .column("created", \.created), .column("updated", \.updated),
        ]
      ) { row in
        Project(
          id: try row["id"], title: try row["title"], units: try row["units"], frequency: try row["frequency"],
          created: try row["created"], updated: try row["updated"])
      }
      let items = SQLiteTable<Item>(
        "items", in: database,
        columns: [
          .column("project", \.projectID), .column("amount", \.amount), .column("timestamp", \.timestamp),
          .column("notes", \.notes),
        ]
      ) { row in
        Item(
          id: try row["id"], projectID: try row["project"], amount: try row["amount"],
          timestamp: try row["timestamp"], notes: try row["notes"])
      }
      return .combine(
        .slice(
          \.projectList,
          in: projects.converting(
            storing: { list in EntityTable(list.projectIDs.compactMap { list.projects[$0] }) },
            restoring: { ProjectList(projects: $0.byID, projectIDs: Array($0.ids)) })),
        .slice(
          \.items,
          in: items.converting(
            storing: { items in EntityTable(items.values.sorted { $0.id < $1.id }) }, restoring: \.byID)))
    }
  }

  extension Project.Frequency: SQLiteConvertible {}

  extension EntityTable {
    fileprivate var byID: [ID: Entity] { Dictionary(uniqueKeysWithValues: map { ($0.id, $0) }) }
  }
#endif
