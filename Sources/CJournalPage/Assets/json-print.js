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

/** Whether two values are equal: numbers by their literals, objects whatever the order of their members. */
function equalJSON(a, b) {
  if (a === b) return true;
  if (a instanceof JSONNumber) return b instanceof JSONNumber && a.literal === b.literal;
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
