// JSON without losses: objects are Map (any key, order kept), numbers keep their literals.
// Strict RFC 8259. Duplicate keys are errors, as the journal format demands.

/** A number as the text spells it: 1.0, 1e400 and 12345678901234567890 stay what they are. */
class JSONNumber {
  constructor(literal) {
    this.literal = literal;
  }

  toString() {
    return this.literal;
  }
}

/** The reason why a text isn't JSON, with the offset of the offending character, and how far the text was read. */
class JSONError extends Error {
  constructor(reason, offset, end = offset) {
    super(`${reason} at character ${offset}`);
    this.name = "JSONError";
    this.reason = reason;
    this.offset = offset;
    this.end = end;
  }
}

// A value has at most 512 levels, and what holds it in the page's data a few more.
const jsonLimits = { depth: 520, values: Infinity };
const longestNumber = 1024;

/**
 * Parses a JSON text: objects become Map, arrays Array, texts String, numbers JSONNumber.
 *
 * It never recurses. The limits are the levels (`depth`) and the values and keys of the text, together (`values`). Of a longer text, it
 * reads the part from `start` to `end`: browsers take longer to read a part that is a text of its own.
 */
function parseJSON(text, limits = jsonLimits, start = 0, end = text.length) {
  const parts = jsonParts(text, limits, start, end);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

/** Parses a long text in slices. */
async function parseJSONInSlices(text, slice) {
  const parts = jsonParts(text, jsonLimits, 0, text.length);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    if (slice.isOver) await slice.rest();
  }
}

// The values and keys that are read at once: less than 1 ms of work.
const valuesPerPart = 2048;

// Reads a text from an offset to another, part by part, and returns its value.
function* jsonParts(text, limits, from, end) {
  const around = []; // the containers around the current one, with the key under which each expects its value
  let container = null;
  let isObject = false;
  let key = "";
  let keyOffset = 0;
  let offset = from;
  let values = 0;
  let partEnd = valuesPerPart;
  let place = 0; // of the last key among the used ones
  let repeated = null; // for each object with one, the offset of its first repeated key
  for (;;) {
    if (values >= partEnd) {
      yield;
      partEnd = values + valuesPerPart;
    }
    // A value starts here.
    let code = text.charCodeAt(offset);
    while (code <= 0x20) {
      if (!isSpace(code)) throw unexpectedCharacter(text, offset);
      code = text.charCodeAt(++offset);
    }
    let value;
    let opens = false;
    values += 1;
    if (code === 0x22) {
      const start = ++offset;
      while ((code = text.charCodeAt(offset)) !== 0x22 && code !== 0x5c && code >= 0x20) offset += 1;
      if (code === 0x22) {
        value = text.slice(start, offset);
      } else {
        offset = endOfString(text, start, offset);
        value = unescapeJSON(text, start, offset);
      }
      offset += 1;
    } else if (code === 0x7b || code === 0x5b) {
      if (around.length >= 3 * limits.depth) throw new JSONError(`more than ${limits.depth} levels of nesting`, offset);
      around.push(container, key, keyOffset);
      isObject = code === 0x7b;
      container = isObject ? new Map() : [];
      opens = true;
      offset += 1;
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const start = offset;
      offset = endOfNumber(text, start);
      value = offset - start < 5 ? shortNumber(text, start, offset) : new JSONNumber(text.slice(start, offset));
    } else if (code === 0x74) {
      offset = endOfWord(text, offset, "true");
      value = true;
    } else if (code === 0x66) {
      offset = endOfWord(text, offset, "false");
      value = false;
    } else if (code === 0x6e) {
      offset = endOfWord(text, offset, "null");
      value = null;
    } else {
      throw unexpectedCharacter(text, offset);
    }
    // Add the value to its container, and each container that this completes to its own, up to a comma.
    for (;;) {
      if (opens) {
        // No value yet: the container may be empty.
      } else if (isObject) {
        const size = container.size;
        container.set(key, value);
        if (container.size === size) {
          repeated ??= new Map();
          if (!repeated.has(container)) repeated.set(container, { key, offset: keyOffset });
        }
      } else if (container !== null) {
        container.push(value);
      } else {
        // A line end is a space in JSON, so the value may end in a later line.
        if (offset > end) throw unexpectedCharacter(text, end);
        for (; offset < end; offset += 1) {
          if (!isSpace(text.charCodeAt(offset))) throw new JSONError("text after the end of the value", offset);
        }
        if (values > limits.values) throw new JSONError(`more than ${limits.values} values and keys`, offset);
        return value;
      }
      code = text.charCodeAt(offset);
      while (code <= 0x20 && isSpace(code)) code = text.charCodeAt(++offset);
      if (code === (isObject ? 0x7d : 0x5d)) {
        if (repeated?.has(container)) throw duplicateKey(repeated.get(container), offset);
        offset += 1;
        value = container;
        keyOffset = around.pop();
        key = around.pop();
        container = around.pop();
        isObject = container instanceof Map;
        opens = false;
        continue;
      }
      if (!opens) {
        if (code !== 0x2c) throw unexpectedCharacter(text, offset);
        code = text.charCodeAt(++offset);
        while (code <= 0x20 && isSpace(code)) code = text.charCodeAt(++offset);
      }
      break;
    }
    if (values > limits.values) throw new JSONError(`more than ${limits.values} values and keys`, offset);
    if (!isObject) continue;
    // A key and its colon come before the value. Most keys were read before: those need no new text.
    if (code !== 0x22) throw unexpectedCharacter(text, offset);
    keyOffset = offset;
    values += 1;
    // Often, the same key follows a key again.
    const next = followingKeys[place];
    if (text.startsWith(printedKeys[next], offset)) {
      key = usedKeys[next];
      offset += printedKeys[next].length;
      place = next;
      continue;
    }
    const start = ++offset;
    let hash = 0;
    while ((code = text.charCodeAt(offset)) !== 0x22 && code !== 0x5c && code >= 0x20) {
      hash = (hash * 31 + code) & 0xfff;
      offset += 1;
    }
    if (code === 0x22) {
      key = usedKeys[hash];
      if (key.length !== offset - start || !text.startsWith(key, start)) {
        key = text.slice(start, offset);
        if (key.length <= 12) {
          usedKeys[hash] = key;
          printedKeys[hash] = `"${key}":`;
        }
      }
    } else {
      offset = endOfString(text, start, offset);
      key = unescapeJSON(text, start, offset);
    }
    followingKeys[place] = hash;
    place = hash;
    code = text.charCodeAt(++offset);
    while (code <= 0x20 && isSpace(code)) code = text.charCodeAt(++offset);
    if (code !== 0x3a) throw unexpectedCharacter(text, offset);
    offset += 1;
  }
}

// Only short texts are kept: browsers copy these, while a longer part of a text keeps all of it in memory.
const usedKeys = new Array(0x1000).fill("");
const printedKeys = new Array(0x1000).fill('"":'); // with the quotes and the colon
// For each place there, that of the key that came after it last.
const followingKeys = new Uint16Array(0x1000);
const usedNumbers = new Array(0x1000).fill(new JSONNumber("0"));

function isSpace(code) {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isDigit(code) {
  return code >= 0x30 && code <= 0x39;
}

function unexpectedCharacter(text, offset) {
  if (offset >= text.length) return new JSONError("the text ends inside a value", text.length);
  return new JSONError(`unexpected ${characterName(text.charCodeAt(offset))}`, offset);
}

function duplicateKey({ key, offset }, end) {
  return new JSONError(`duplicate key ${JSON.stringify(key)}`, offset, end);
}

function characterName(code) {
  return code > 0x20 && code < 0x7f ? `'${String.fromCharCode(code)}'` : `byte 0x${code.toString(16)}`;
}

// The offset of a string's closing quote, from an offset in the string. The string starts after its opening quote.
function endOfString(text, start, from) {
  let offset = from;
  for (;;) {
    const code = text.charCodeAt(offset);
    if (code === 0x22) return offset;
    if (!(code >= 0x20)) {
      // An invalid escape before this comes first.
      unescapeJSON(text, start, offset);
      if (offset >= text.length) throw unexpectedCharacter(text, offset);
      throw new JSONError(`the control character ${characterName(code)} unescaped in a string`, offset);
    }
    offset += code === 0x5c ? 2 : 1;
  }
}

const jsonEscapes = new Map([["n", "\n"], ["t", "\t"], ["r", "\r"], ["b", "\b"], ["f", "\f"], ['"', '"'], ["\\", "\\"], ["/", "/"]]);

function unescapeJSON(text, start, end) {
  let read = "";
  let offset = start;
  for (;;) {
    const escape = text.indexOf("\\", offset);
    if (escape < 0 || escape >= end) return read + text.slice(offset, end);
    read += text.slice(offset, escape);
    offset = escape + 2;
    if (offset > text.length) throw unexpectedCharacter(text, offset);
    const letter = text[escape + 1];
    if (letter !== "u") {
      const escaped = jsonEscapes.get(letter);
      if (escaped === undefined) throw new JSONError("an invalid escape", escape);
      read += escaped;
      continue;
    }
    const unit = codeUnit(text, offset, escape);
    offset += 4;
    read += String.fromCharCode(unit);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    // Both halves of a surrogate pair, or it is an error.
    const hasLow = unit < 0xdc00 && text.startsWith("\\u", offset);
    const low = hasLow ? codeUnit(text, offset + 2, escape) : 0;
    if (low < 0xdc00 || low > 0xdfff) throw new JSONError("half of a surrogate pair", escape);
    read += String.fromCharCode(low);
    offset += 6;
  }
}

// The number of the four hex digits at an offset.
function codeUnit(text, offset, escape) {
  for (let place = offset; place < offset + 4; place += 1) {
    if (place >= text.length) throw unexpectedCharacter(text, place);
    if (!/[0-9a-fA-F]/.test(text[place])) throw new JSONError("an invalid escape", escape);
  }
  return parseInt(text.slice(offset, offset + 4), 16);
}

function endOfNumber(text, start) {
  let offset = start;
  let code = text.charCodeAt(offset);
  if (code === 0x2d) code = text.charCodeAt(++offset);
  if (code === 0x30) {
    code = text.charCodeAt(++offset);
    if (isDigit(code)) throw new JSONError("an invalid number", start);
  } else {
    offset = endOfDigits(text, offset, start);
    code = text.charCodeAt(offset);
  }
  if (code === 0x2e) {
    offset = endOfDigits(text, offset + 1, start);
    code = text.charCodeAt(offset);
  }
  if (code === 0x65 || code === 0x45) {
    code = text.charCodeAt(++offset);
    if (code === 0x2b || code === 0x2d) offset += 1;
    const first = offset;
    offset = endOfDigits(text, first, start);
    if (offset - first > 9) throw new JSONError(tooLongNumber, start);
  }
  if (offset - start > longestNumber) throw new JSONError(tooLongNumber, start);
  return offset;
}

// The offset behind at least one digit.
function endOfDigits(text, from, start) {
  let offset = from;
  while (isDigit(text.charCodeAt(offset))) offset += 1;
  if (offset === from) throw new JSONError("an invalid number", start);
  return offset;
}

// Most numbers are short and occur often: those need no new object.
function shortNumber(text, start, end) {
  let hash = 0;
  for (let offset = start; offset < end; offset += 1) hash = (hash * 31 + text.charCodeAt(offset)) & 0xfff;
  const used = usedNumbers[hash];
  if (used.literal.length === end - start && text.startsWith(used.literal, start)) return used;
  return (usedNumbers[hash] = new JSONNumber(text.slice(start, end)));
}

function endOfWord(text, start, word) {
  for (let place = 0; place < word.length; place += 1) {
    if (text[start + place] !== word[place]) throw unexpectedCharacter(text, start + place);
  }
  return start + word.length;
}

const tooLongNumber = `a number of more than ${longestNumber} bytes, or an exponent of more than nine digits`;
