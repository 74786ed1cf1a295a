// The system's SQLite, where it is no module by itself. Only builds with the package trait SQLite read this.
#include <sqlite3.h>
