#include <stddef.h>

/// The bytes of a file that is part of the page.
struct page_asset {
  const char *_Nonnull bytes;
  size_t count;
};

struct page_asset page_script(void);
struct page_asset page_reader(void);
struct page_asset page_live(void);
struct page_asset page_start(void);
struct page_asset page_style(void);
