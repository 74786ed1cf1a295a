// Prints and compares the values of json.js.

/** Prints a value, with literals and order kept: compact, or with `indent` spaces a level. */
function printJSON(value, indent) {
  if (!indent) return compactJSON(value);
  const parts = [];
  printIndented(value, " ".repeat(indent), "\n", parts);
  return parts.join("");
}

// Recursion is bounded: no value has more than 512 levels.
function compactJSON(value) {
  if (value instanceof Map) {
    let text = "{";
    for (const [key, member] of value) text += `${text.length > 1 ? "," : ""}${JSON.stringify(key)}:${compactJSON(member)}`;
    return `${text}}`;
  }
  if (Array.isArray(value)) {
    let text = "[";
    for (let index = 0; index < value.length; index += 1) text += (index > 0 ? "," : "") + compactJSON(value[index]);
    return `${text}]`;
  }
  return value instanceof JSONNumber ? value.literal : JSON.stringify(value);
}

/** The length of a value's compact text; of one that is longer than `limit`, any length above that. */
function compactLength(value, limit) {
  const isObject = value instanceof Map;
  if (!isObject && !Array.isArray(value)) return compactJSON(value).length;
  if ((isObject ? value.size : value.length) === 0) return 2;
  let length = 1;
  for (const entry of isObject ? value : value.entries()) {
    length += (isObject ? JSON.stringify(entry[0]).length + 1 : 0) + compactLength(entry[1], limit - length) + 1;
    if (length > limit) break;
  }
  return length;
}

function printIndented(value, indent, lineStart, parts) {
  const isObject = value instanceof Map;
  if (!isObject && !Array.isArray(value)) return parts.push(compactJSON(value));
  if ((isObject ? value.size : value.length) === 0) return parts.push(isObject ? "{}" : "[]");
  parts.push(isObject ? "{" : "[");
  let separator = lineStart + indent;
  for (const entry of isObject ? value : value.entries()) {
    parts.push(separator, isObject ? `${JSON.stringify(entry[0])}: ` : "");
    printIndented(entry[1], indent, lineStart + indent, parts);
    separator = `,${lineStart}${indent}`;
  }
  return parts.push(lineStart, isObject ? "}" : "]");
}

/**
 * A number in the one spelling of its value, so that equal numbers have equal texts: by docs/reference/state-hash.md, `1`, `1.0` and
 * `10e-1` are one number, `0` and `-0` are two, and no digit is lost.
 */
function plainNumber({ literal }) {
  // Nearly all numbers are whole and written in full.
  if (!/[.eE]/.test(literal)) return literal;
  const [, sign, whole, fraction = "", power = "0"] = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(literal);
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return `${sign}0`;
  const exponent = Number(power) - fraction.length + digits.length - significant.length;
  if (Math.abs(exponent) > longestNumber) return `${sign}${significant}e${exponent}`;
  if (exponent >= 0) return sign + significant + "0".repeat(exponent);
  const padded = significant.padStart(1 - exponent, "0");
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

/** A text that two values share if they are equal. */
function comparableText(value) {
  if (value instanceof Map) return `{${[...value.keys()].sort().map((key) => `${JSON.stringify(key)}:${comparableText(value.get(key))}`)}}`;
  if (Array.isArray(value)) return `[${value.map(comparableText)}]`;
  return value instanceof JSONNumber ? plainNumber(value) : JSON.stringify(value);
}

/** Whether two values are equal: numbers whatever their spelling, objects whatever the order of their members. */
function equalJSON(a, b) {
  if (a === b) return true;
  if (a instanceof JSONNumber) return b instanceof JSONNumber && (a.literal === b.literal || plainNumber(a) === plainNumber(b));
  if (a instanceof Map) {
    if (!(b instanceof Map) || a.size !== b.size) return false;
    for (const [key, member] of a) {
      const other = b.get(key);
      if (other === undefined || !equalJSON(member, other)) return false;
    }
    return true;
  }
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (!equalJSON(a[index], b[index])) return false;
  return true;
}
