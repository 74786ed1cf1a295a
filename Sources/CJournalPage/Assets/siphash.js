// The sums of a journal's lines: the first eight bytes of SipHash-2-4 with 128-bit output and key zero, as sixteen digits.
// https://www.aumasson.jp/siphash/siphash.pdf. Each 64-bit word is a pair of 32-bit numbers: BigInt is thirty times slower.

/** Computes the sums of lines. It keeps a copy of the line in aligned memory, which it reads as words. */
class LineSums {
  constructor() {
    this.grow(1 << 16);
    this.low = 0; // the first and the last four bytes of the newest sum
    this.high = 0;
  }

  grow(byteCount) {
    this.words = new Int32Array(byteCount >> 2);
    this.bytes = new Uint8Array(this.words.buffer);
  }

  /** The sum of bytes after the sum or the id whose ASCII digits are `previous`. */
  after(previous, line) {
    this.compute(previous, line, line.length);
    return hexDigits(this.low) + hexDigits(this.high);
  }

  /** Whether the sixteen lowercase digits at a place of a line are the sum of the bytes before `end`. */
  isStated(previous, line, end, place) {
    this.compute(previous, line, end);
    return hexNumber(line, place) === this.low && hexNumber(line, place + 8) === this.high;
  }

  // Takes the bytes of the line before `lineEnd`.
  compute(previous, line, lineEnd) {
    const whole = previous.length + line.length;
    if (whole + 16 > this.bytes.length) this.grow(2 * whole + 16);
    this.bytes.set(previous);
    this.bytes.set(line, previous.length);
    const length = previous.length + lineEnd;
    const end = (length & ~7) + 8;
    this.bytes.fill(0, length, end);
    this.bytes[end - 1] = length & 0xff;
    this.hash(end >> 2);
  }

  // Hashes so many 32-bit words. The low halves of the algorithm's four words are a, c, e and g, the high ones b, d, f and h.
  hash(count) {
    const { words } = this;
    let a = 0x70736575, b = 0x736f6d65;
    let c = 0x6e646f6d ^ 0xee, d = 0x646f7261;
    let e = 0x6e657261, f = 0x6c796765;
    let g = 0x79746573, h = 0x74656462;
    let low = 0, high = 0;
    let half = 0;
    // Two rounds for each 64-bit word, four at the end. A rotation by 32 only swaps the halves, so that the second round takes
    // v0 and v2 the other way round and leaves them in order. A comparison as a number is a carry without a branch.
    for (let place = 0; place < count + 4; place += 2) {
      if (place < count) {
        low = words[place];
        high = words[place + 1];
      } else {
        low = high = 0;
        if (place === count) e ^= 0xee;
      }
      g ^= low;
      h ^= high;
      // The first round.
      // v0 += v1; v1 = rotate(v1, 13) ^ v0; v0 = rotate(v0, 32)
      half = (a + c) | 0;
      b = (b + d + Number(half >>> 0 < a >>> 0)) | 0;
      a = half;
      half = ((c << 13) | (d >>> 19)) ^ a;
      d = ((d << 13) | (c >>> 19)) ^ b;
      c = half;
      // v2 += v3; v3 = rotate(v3, 16) ^ v2
      half = (e + g) | 0;
      f = (f + h + Number(half >>> 0 < e >>> 0)) | 0;
      e = half;
      half = ((g << 16) | (h >>> 16)) ^ e;
      h = ((h << 16) | (g >>> 16)) ^ f;
      g = half;
      // v0 += v3; v3 = rotate(v3, 21) ^ v0
      half = (b + g) | 0;
      a = (a + h + Number(half >>> 0 < b >>> 0)) | 0;
      b = half;
      half = ((g << 21) | (h >>> 11)) ^ b;
      h = ((h << 21) | (g >>> 11)) ^ a;
      g = half;
      // v2 += v1; v1 = rotate(v1, 17) ^ v2; v2 = rotate(v2, 32)
      half = (e + c) | 0;
      f = (f + d + Number(half >>> 0 < e >>> 0)) | 0;
      e = half;
      half = ((c << 17) | (d >>> 15)) ^ e;
      d = ((d << 17) | (c >>> 15)) ^ f;
      c = half;
      // The second round.
      // v0 += v1; v1 = rotate(v1, 13) ^ v0; v0 = rotate(v0, 32)
      half = (b + c) | 0;
      a = (a + d + Number(half >>> 0 < b >>> 0)) | 0;
      b = half;
      half = ((c << 13) | (d >>> 19)) ^ b;
      d = ((d << 13) | (c >>> 19)) ^ a;
      c = half;
      // v2 += v3; v3 = rotate(v3, 16) ^ v2
      half = (f + g) | 0;
      e = (e + h + Number(half >>> 0 < f >>> 0)) | 0;
      f = half;
      half = ((g << 16) | (h >>> 16)) ^ f;
      h = ((h << 16) | (g >>> 16)) ^ e;
      g = half;
      // v0 += v3; v3 = rotate(v3, 21) ^ v0
      half = (a + g) | 0;
      b = (b + h + Number(half >>> 0 < a >>> 0)) | 0;
      a = half;
      half = ((g << 21) | (h >>> 11)) ^ a;
      h = ((h << 21) | (g >>> 11)) ^ b;
      g = half;
      // v2 += v1; v1 = rotate(v1, 17) ^ v2; v2 = rotate(v2, 32)
      half = (f + c) | 0;
      e = (e + d + Number(half >>> 0 < f >>> 0)) | 0;
      f = half;
      half = ((c << 17) | (d >>> 15)) ^ f;
      d = ((d << 17) | (c >>> 15)) ^ e;
      c = half;
      a ^= low;
      b ^= high;
    }
    this.low = a ^ c ^ e ^ g;
    this.high = b ^ d ^ f ^ h;
  }
}

// The four bytes of a number, the lowest first, as eight digits.
function hexDigits(number) {
  const swapped = ((number & 0xff) << 24) | ((number & 0xff00) << 8) | ((number >>> 8) & 0xff00) | (number >>> 24);
  return (swapped >>> 0).toString(16).padStart(8, "0");
}

// The number whose four bytes are eight lowercase digits, the lowest byte first; NaN if other characters are among them.
function hexNumber(bytes, place) {
  let number = 0;
  let invalid = 0;
  for (let index = 0; index < 8; index += 1) {
    const digit = digitOfByte[bytes[place + index]];
    invalid |= digit;
    number |= digit << ((index ^ 1) << 2);
  }
  return invalid < 0 ? NaN : number;
}

const digitOfByte = Int8Array.from({ length: 256 }, (_, byte) => "0123456789abcdef".indexOf(String.fromCharCode(byte)));
