// The sums of a journal's lines: the first eight bytes of SipHash-2-4 with 128-bit output and key zero, as sixteen digits.
// https://www.aumasson.jp/siphash/siphash.pdf. Each 64-bit word is a pair of 32-bit numbers: BigInt is thirty times slower.

/** Computes the sums of lines. It keeps a copy of the line in aligned memory, which it reads as words. */
class LineSums {
  constructor() {
    this.grow(1 << 16);
  }

  grow(byteCount) {
    this.words = new Int32Array(byteCount >> 2);
    this.bytes = new Uint8Array(this.words.buffer);
  }

  /** The sum of bytes after the sum or the id whose ASCII digits are `previous`. */
  after(previous, line) {
    const length = previous.length + line.length;
    if (length + 16 > this.bytes.length) this.grow(2 * length + 16);
    this.bytes.set(previous);
    this.bytes.set(line, previous.length);
    const end = (length & ~7) + 8;
    this.bytes.fill(0, length, end);
    this.bytes[end - 1] = length & 0xff;
    return sipHash(this.words, end >> 2);
  }
}

// The low halves of the words are a, c, e and g, the high ones b, d, f and h.
function sipHash(words, count) {
  let a = 0x70736575, b = 0x736f6d65;
  let c = 0x6e646f6d ^ 0xee, d = 0x646f7261;
  let e = 0x6e657261, f = 0x6c796765;
  let g = 0x79746573, h = 0x74656462;
  let low = 0;
  let high = 0;
  let low2 = 0;
  let place = 0;
  // Two rounds for each word, four at the end.
  for (let round = 0, rounds = count + 4; round < rounds; round += 1) {
    if (round < count) {
      if ((round & 1) === 0) {
        low = words[place];
        high = words[place + 1];
        place += 2;
        g ^= low;
        h ^= high;
      }
    } else if (round === count) {
      e ^= 0xee;
    }
    // v0 += v1; v1 = rotate(v1, 13) ^ v0; v0 = rotate(v0, 32)
    low2 = (a + c) | 0;
    b = (b + d + ((low2 >>> 0) < (a >>> 0) ? 1 : 0)) | 0;
    a = low2;
    low2 = (c << 13) | (d >>> 19);
    d = ((d << 13) | (c >>> 19)) ^ b;
    c = low2 ^ a;
    low2 = a;
    a = b;
    b = low2;
    // v2 += v3; v3 = rotate(v3, 16) ^ v2
    low2 = (e + g) | 0;
    f = (f + h + ((low2 >>> 0) < (e >>> 0) ? 1 : 0)) | 0;
    e = low2;
    low2 = (g << 16) | (h >>> 16);
    h = ((h << 16) | (g >>> 16)) ^ f;
    g = low2 ^ e;
    // v0 += v3; v3 = rotate(v3, 21) ^ v0
    low2 = (a + g) | 0;
    b = (b + h + ((low2 >>> 0) < (a >>> 0) ? 1 : 0)) | 0;
    a = low2;
    low2 = (g << 21) | (h >>> 11);
    h = ((h << 21) | (g >>> 11)) ^ b;
    g = low2 ^ a;
    // v2 += v1; v1 = rotate(v1, 17) ^ v2; v2 = rotate(v2, 32)
    low2 = (e + c) | 0;
    f = (f + d + ((low2 >>> 0) < (e >>> 0) ? 1 : 0)) | 0;
    e = low2;
    low2 = (c << 17) | (d >>> 15);
    d = ((d << 17) | (c >>> 15)) ^ f;
    c = low2 ^ e;
    low2 = e;
    e = f;
    f = low2;
    if (round < count && (round & 1) === 1) {
      a ^= low;
      b ^= high;
    }
  }
  return hexDigits(a ^ c ^ e ^ g) + hexDigits(b ^ d ^ f ^ h);
}

// The four bytes of a number, the lowest first, as eight digits.
function hexDigits(number) {
  const swapped = ((number & 0xff) << 24) | ((number & 0xff00) << 8) | ((number >>> 8) & 0xff00) | (number >>> 24);
  return (swapped >>> 0).toString(16).padStart(8, "0");
}
