// What a report holds: the page's own data. The pages of `live` and the viewer read journals instead.

/** The data of a report: script blocks of the page, which are unpacked when needed. */
class EmbeddedSource {
  static async open(page = document) {
    const source = new EmbeddedSource();
    source.page = page;
    source.head = JSON.parse(page.getElementById("head").textContent);
    source.steps = source.head.steps;
    // The browser is still parsing the page.
    await pause();
    source.rows = await rowsOfLines(await source.text("rows"));
    return source;
  }

  block(index) {
    return this.text(`steps-${index}`);
  }

  async text(id) {
    const element = this.page.getElementById(id);
    if (!element) throw new Error(`this file has no block ${id}: it was cut or changed`);
    return unpacked(bytesOfBase64(element.textContent.trim()));
  }
}

// The columns of the rows. Each line holds a part of them: all at once would block the page.
async function rowsOfLines(text) {
  const rows = {};
  for (const line of text.split("\n")) {
    for (const [column, part] of Object.entries(JSON.parse(line))) {
      if (typeof part === "string") rows[column] = (rows[column] ?? "") + part;
      else if (Array.isArray(part) && rows[column]) rows[column].push(...part);
      else rows[column] = Array.isArray(part) ? part : { ...rows[column], ...part };
    }
    await pause();
  }
  return rows;
}

// A part at a time: the browser unpacks what it gets at once.
async function unpacked(bytes) {
  const { readable, writable } = new DecompressionStream("deflate-raw");
  const feed = async () => {
    const writer = writable.getWriter();
    for (let start = 0; start < bytes.length; start += bytesAtOnce) {
      await writer.write(bytes.subarray(start, start + bytesAtOnce));
      await pause();
    }
    await writer.close();
  };
  const parts = [];
  const read = async () => {
    const reader = readable.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  };
  await Promise.all([read(), feed()]);
  return parts.join("");
}

const bytesAtOnce = 256 << 10;

function bytesOfBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
