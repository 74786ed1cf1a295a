// The records of a journal: what each kind must hold, by docs/reference/journal-format.md. Nothing here knows other lines.

/** The reason why a line is refused. `kind` is damaged, unknown or limit; `advice` the next step. */
class JournalProblem extends Error {
  constructor(reason, advice = "the lines before it can be trusted", kind = "damaged") {
    super(reason);
    this.name = "JournalProblem";
    this.reason = reason;
    this.advice = advice;
    this.kind = kind;
  }

  /** The problem in a sentence part, as `reduxlog verify` words it. */
  get text() {
    return `${this.kind === "damaged" ? "damaged: " : ""}${this.reason}; ${this.advice}`;
  }
}

const newerVersion = "use a newer version";
const maximumSeq = 2 ** 53;
const lowercaseHex = /^[0-9a-f]*$/;
const hex = /^[0-9a-fA-F]*$/;

function isLowercaseHex(text, digits) {
  return typeof text === "string" && text.length === digits && lowercaseHex.test(text);
}

/** The whole number that a value is, whatever its notation; undefined for any other, and beyond 2^53. */
function integerOf(value) {
  if (!(value instanceof JSONNumber)) return undefined;
  const { literal } = value;
  // Nearly all numbers of a record are short and whole.
  if (literal.length < 16) {
    let number = 0;
    let place = 0;
    for (; place < literal.length; place += 1) {
      const digit = literal.charCodeAt(place) - 0x30;
      if (digit < 0 || digit > 9) break;
      number = 10 * number + digit;
    }
    if (place === literal.length) return number;
  }
  const [, sign, whole, fraction = "", exponent = "0"] = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(literal);
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return 0;
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length;
  if (zeros < 0 || zeros > 40) return undefined;
  const number = BigInt(sign + significant + "0".repeat(zeros));
  return number <= BigInt(maximumSeq) && number >= -BigInt(maximumSeq) ? Number(number) : undefined;
}

/** The kinds of records that say something of a state: how each is checked, and what its row shows. */
const noteKinds = new Map([
  ["mark", {
    row: "m",
    check(record) {
      if (record.count("to") > record.seq) throw record.unexpected("to", "an existing seq");
      record.optionalCount("at");
      record.text("name");
      record.optionalText("text");
    },
    text(root) {
      const text = root.has("text") ? `: ${visibleCharacters(root.get("text"))}` : "";
      return `mark '${visibleCharacters(root.get("name"))}' at state ${integerOf(root.get("to"))}${text}`;
    },
  }],
]);

/** Reads the members of one record and refuses what the format doesn't allow. */
class RecordReader {
  constructor(kind, seq, root) {
    this.kind = kind;
    this.seq = seq;
    this.root = root;
  }

  /** Checks all members. Returns false if the kind is unknown. */
  check() {
    switch (this.kind) {
      case "action":
        this.checkAction();
        return true;
      case "snapshot":
        this.checkSnapshot();
        return true;
      case "header":
        checkHeader(this);
        return true;
      case "rewind":
        if (this.count("to") >= this.seq) throw this.unexpected("to", "an earlier seq");
        this.optionalCount("at");
        this.hash();
        return true;
      case "gap":
        this.optionalCount("at");
        this.text("why");
        this.optionalCount("missing");
        this.optionalBytes("bytes");
        return true;
      case "seal":
        this.optionalCount("at");
        this.count("records");
        return true;
      default:
        if (noteKinds.has(this.kind)) {
          noteKinds.get(this.kind).check(this);
          return true;
        }
        if (this.flag("must") === true) {
          const reason = `a record of kind ${this.kind}, which this version doesn't know and must not skip`;
          throw new JournalProblem(reason, newerVersion, "unknown");
        }
        return false;
    }
  }

  checkAction() {
    this.count("at");
    this.text("type");
    const replay = this.optionalText("replay");
    if (replay !== undefined && replay !== "inspect-only" && replay !== "opaque") {
      throw this.unexpected("replay", '"inspect-only" or "opaque"');
    }
    this.required("action");
    this.checkChanged();
    this.checkPlaces("redacted");
    this.checkPlaces("secrets");
    this.flag("interrupted");
    this.optionalText("swift");
    this.optionalText("module");
    this.optionalText("site");
    const cause = this.optionalCount("cause");
    if (cause !== undefined && cause >= this.seq) throw this.unexpected("cause", "an earlier seq");
    this.checkInputs();
    this.optionalText("error");
    if (this.root.has("hash")) this.hash();
    this.optionalText("unhashed");
    const since = this.optionalCount("since");
    if (since !== undefined && since >= this.seq) throw this.unexpected("since", "an earlier seq");
    if (this.root.has("patch") && !Array.isArray(this.root.get("patch"))) {
      throw this.unexpected("patch", "a list of operations");
    }
    this.optionalCount("us");
    this.optionalCount("base");
    this.optionalBytes("torn");
  }

  checkChanged() {
    const changed = this.root.get("changed");
    if (changed === undefined) return;
    if (!(changed instanceof Map)) throw this.unexpected("changed", "an object");
    for (const [place, short] of changed) {
      if (short !== null && !isLowercaseHex(short, 8)) {
        throw this.unexpected("changed", "eight lowercase hex digits or null for each member");
      }
      if (!isPointer(place)) throw this.unexpected("changed", "pointers as keys");
    }
  }

  checkPlaces(key) {
    const places = this.root.get(key);
    const isRight = (place) => isPointer(place) && place.split("/").length <= mostTokens + 1;
    if (places !== undefined && !(Array.isArray(places) && places.every(isRight))) throw this.unexpected(key, "a list of pointers");
  }

  checkInputs() {
    const inputs = this.root.get("inputs");
    if (inputs === undefined) return;
    const now = inputs instanceof Map ? integerOf(inputs.get("now")) : undefined;
    if (!(now >= 0) || !isHash(inputs.get("seed"))) {
      throw this.unexpected("inputs", "an object with a time and a seed of 32 hex digits");
    }
  }

  checkSnapshot() {
    const sameAs = this.optionalCount("same-as");
    if (this.root.has("state")) {
      if (sameAs !== undefined) throw new JournalProblem("the snapshot has both state and same-as");
    } else {
      if (sameAs === undefined) throw new JournalProblem("the snapshot has neither state nor same-as");
      if (sameAs >= this.seq) throw this.unexpected("same-as", "an earlier seq");
    }
    this.optionalCount("at");
    this.hash();
    this.checkPlaces("redacted");
    this.optionalCount("header");
    this.flag("whole");
  }

  required(key) {
    const value = this.root.get(key);
    if (value === undefined) throw new JournalProblem(`the ${this.kind} has no ${key}`);
    return value;
  }

  text(key) {
    const value = this.required(key);
    if (typeof value !== "string") throw this.unexpected(key, "a string");
    return value;
  }

  optionalText(key) {
    return this.root.has(key) ? this.text(key) : undefined;
  }

  count(key) {
    const count = integerOf(this.required(key));
    if (!(count >= 0)) throw this.unexpected(key, "a whole number from 0 to 2^53");
    return count;
  }

  optionalCount(key) {
    return this.root.has(key) ? this.count(key) : undefined;
  }

  flag(key) {
    const value = this.root.get(key);
    if (value !== undefined && typeof value !== "boolean") throw this.unexpected(key, "true or false");
    return value;
  }

  hash() {
    if (!isHash(this.text("hash"))) throw this.unexpected("hash", "32 hex digits");
  }

  optionalBytes(key) {
    const text = this.optionalText(key);
    if (text !== undefined && !base64.test(text)) throw this.unexpected(key, "Base64");
  }

  /** The problem that a member isn't as expected. */
  unexpected(key, expected) {
    if (!this.root.has(key)) return new JournalProblem(`the ${this.kind} has no ${key}, expected ${expected}`);
    return new JournalProblem(`the ${this.kind}'s ${key} is ${this.shown(key)}, expected ${expected}`);
  }

  /** A member's text, shortened for a message. */
  shown(key) {
    const text = printJSON(this.root.get(key));
    return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
  }
}

/** Whether an incomplete action has what is written after its reducer: the line was cut, and the reducer had returned. */
function hadReturned(root) {
  return ["hash", "unhashed", "error", "us"].some((key) => root.has(key));
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function isPointer(text) {
  return typeof text === "string" && (text === "" || text[0] === "/") && !/~(?![01])/.test(text);
}

function isHash(text) {
  return typeof text === "string" && text.length === 32 && hex.test(text);
}
