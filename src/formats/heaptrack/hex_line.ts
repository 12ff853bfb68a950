/**
 * Hexadecimal numbers of a line, one after the other, with single blanks between them.
 * @module
 */

const SPACE = 32;

/** The value of a hexadecimal digit, -1 for any other byte. */
function digitOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  return byte >= 97 && byte <= 102 ? byte - 87 : -1;
}

/** Reads numbers of one line. */
export class HexLine {
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #end = 0;
  /** Low half of the number that was read last. */
  low = 0;
  /** High half of it. */
  high = 0;
  /** Whether a number had more than 64 bits: it is the largest then. */
  overflow = false;

  /** Where the next number would begin. */
  get at(): number {
    return this.#at;
  }

  /** Begins with the bytes of a line behind its letter. */
  begin(bytes: Uint8Array, at: number, end: number): void {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
    this.overflow = false;
  }

  /** Reads the next number; false where there is none. */
  next(): boolean {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = this.#at;
    if (at < end && bytes[at] === SPACE) at++;
    const first = at;
    let low = 0, high = 0, digits = 0;
    for (; at < end; at++) {
      const digit = digitOf(bytes[at]!);
      if (digit < 0) break;
      if (digits > 0 || digit > 0) digits++;
      high = (high << 4) | (low >>> 28);
      low = (low << 4) | digit;
    }
    if (at === first || (at < end && bytes[at] !== SPACE)) return false;
    this.#at = at;
    const tooLong = digits > 16;
    if (tooLong) this.overflow = true;
    this.low = tooLong ? 0xffff_ffff : low >>> 0;
    this.high = tooLong ? 0xffff_ffff : high >>> 0;
    return true;
  }

  /** Reads a number that must be below 2^32; -1 where there is none, or a larger one. */
  index(): number {
    return this.next() && this.high === 0 ? this.low : -1;
  }
}
