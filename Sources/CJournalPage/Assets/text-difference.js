// What differs between two texts, with a little of what they share around it. `TextDifference.swift` finds the same.

const leastShared = 24;
const sharedContext = 8;
const longestWord = 24;
const longestMiddle = 160;
const longestPlain = 1000;

/** For each of two texts its head, middle and tail, and a note; null if both texts are shown whole. */
function textDifference(old, current) {
  const [before, after] = [[...old], [...current]];
  const lines = changedLines(old.split("\n"), current.split("\n"));
  const [left, right] = lines ? [[...lines.old], [...lines.current]] : [before, after];
  let prefix = commonPrefix(left, right);
  const most = Math.min(left.length, right.length) - prefix;
  let suffix = most === 0 ? 0 : commonPrefix(left.slice(-most).reverse(), right.slice(-most).reverse());
  prefix -= wordBefore(prefix, [left, right]);
  suffix -= wordAfter(suffix, [left, right]);
  let isLong = Math.max(before.length, after.length) > longestPlain;
  const side = (text) => {
    const end = text.length - suffix;
    let first = 0;
    let last = text.length;
    if (prefix > leastShared) {
      first = prefix - sharedContext;
      first -= wordBefore(first, [text]);
    }
    if (suffix > leastShared) {
      last = end + sharedContext;
      last += wordAfter(text.length - last, [text]);
    }
    const middle = text.slice(prefix, end);
    isLong ||= middle.length > longestMiddle;
    return {
      head: (first > 0 ? "…" : "") + text.slice(first, prefix).join(""),
      middle: shownMiddle(middle),
      tail: text.slice(end, last).join("") + (last < text.length ? "…" : ""),
    };
  };
  const sides = { old: side(left), new: side(right) };
  const counts = before.length === after.length ? [before.length] : [before.length, after.length];
  const lengths = isLong ? `${counts.join(" → ")} characters` : null;
  const note = [lines?.note, lengths].filter(Boolean).join(", ");
  const isCut = [sides.old, sides.new].some((one) => one.head.startsWith("…") || one.tail.endsWith("…"));
  const areAlike = looksLike(sides.old.middle, sides.new.middle);
  return note === "" && !isCut && !areAlike ? null : { ...sides, note, areAlike };
}

/** A difference, without the inside of a long one: the first change is at its start, and the last at its end. */
function shownMiddle(middle) {
  if (middle.length <= longestMiddle) return middle.join("");
  const most = longestMiddle / 2;
  const start = middle.slice(0, most - wordBefore(most, [middle]));
  const end = middle.slice(middle.length - most + wordAfter(most, [middle]));
  return `${start.join("")}…${end.join("")}`;
}

// Letters of other scripts, each after the Latin letter that it looks like.
const lookalikes = "aаαcсdԁeеhһiіıjјlӏnոoоοpрρqԛsѕuսvνwԝxхyуAАΑBВΒCСEЕΕGԌHНΗIІΙJЈKКΚMМΜNΝOОΟPРΡQԚSЅTТΤVѴWԜXХΧYҮΥZΖ";
const latinLetters = (() => {
  const found = new Map();
  let latin = "";
  for (const letter of lookalikes) {
    if (letter <= "z") latin = letter;
    else found.set(letter, latin);
  }
  return found;
})();

function looksLike(one, other) {
  return one !== other && appearance(one) === appearance(other);
}

function appearance(text) {
  const spaced = text.replace(/[\p{Zs}\u2800]/gu, " ").replace(/[\u2010\u2011]/g, "-");
  return [...spaced].map((character) => latinLetters.get(character) ?? character).join("").normalize("NFD");
}

/** Of some texts those that look like another one. */
function lookingAlike(texts) {
  const groups = new Map();
  for (const text of texts) groups.set(appearance(text), (groups.get(appearance(text)) ?? new Set()).add(text));
  return new Set([...groups.values()].filter((group) => group.size > 1).flatMap((group) => [...group]));
}

/** A text with its characters outside of ASCII as `\u{A0}`. */
function codePoints(text) {
  return text.replace(/[^\0-\x7f]/gu, (found) => `\\u{${found.codePointAt(0).toString(16).toUpperCase()}}`);
}

/** The first lines that differ, of texts in which lines were changed and not only added or removed. */
function changedLines(before, after) {
  const prefix = commonPrefix(before, after);
  const most = Math.min(before.length, after.length) - prefix;
  const suffix = most === 0 ? 0 : commonPrefix(before.slice(-most).reverse(), after.slice(-most).reverse());
  if ((before.length === 1 && after.length === 1) || most <= suffix) return null;
  const last = Math.max(before.length, after.length) - suffix;
  const others = last === prefix + 1 ? "" : ` and others up to line ${last}`;
  return { old: before[prefix], current: after[prefix], note: `line ${prefix + 1}${others}` };
}

function commonPrefix(one, other) {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}

// Text isn't cut in words, and in characters of several code points.
const wordCharacter = /^[\p{L}\p{M}\p{N}\p{Pc}\u{200d}\p{Emoji_Presentation}]$/u;

function isInWord(character) {
  return character !== undefined && wordCharacter.test(character);
}

/** The length of a word before a position that goes on after it in any of the texts, which share what is before. */
function wordBefore(position, texts) {
  if (!texts.some((text) => isInWord(text[position]))) return 0;
  let count = 0;
  while (count <= longestWord && isInWord(texts[0][position - 1 - count])) count += 1;
  return count > longestWord ? 0 : count;
}

/** The same after a position that is counted from the end. */
function wordAfter(position, texts) {
  if (!texts.some((text) => isInWord(text[text.length - position - 1]))) return 0;
  const [text] = texts;
  let count = 0;
  while (count <= longestWord && isInWord(text[text.length - position + count])) count += 1;
  return count > longestWord ? 0 : count;
}
