/**
 * Collects output bytes and hands them on in large pieces.
 * @module
 */

/** Takes the pieces; each piece is its own from then on. */
export type WritePiece = (bytes: Uint8Array) => void | Promise<void>;

const PIECE = 1 << 16;

/** A growing text of bytes. */
export class TextOut {
  readonly #write: WritePiece;
  #pieces: Uint8Array[] = [];
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(2 * PIECE);
  #used = 0;

  /** `write` gets every piece once, when somebody drains. */
  constructor(write: WritePiece) {
    this.#write = write;
  }

  /** Adds ASCII text. */
  ascii(text: string): this {
    this.#room(text.length);
    for (let at = 0; at < text.length; at++) this.#bytes[this.#used++] = text.charCodeAt(at);
    return this;
  }

  /** Adds bytes. */
  bytes(bytes: Uint8Array): this {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#used);
    this.#used += bytes.length;
    return this;
  }

  /** Adds `0x` and a hexadecimal number. */
  hex(value: bigint): this {
    return this.ascii("0x").ascii(value.toString(16));
  }

  /** Adds a number with at least `digits` digits. */
  padded(value: number, digits: number): this {
    return this.ascii(String(value).padStart(digits, "0"));
  }

  /** Hands over everything so far. */
  async drain(): Promise<void> {
    this.#cut();
    const pieces = this.#pieces;
    this.#pieces = [];
    for (const piece of pieces) await this.#write(piece);
  }

  #cut(): void {
    if (this.#used > 0) this.#pieces.push(this.#bytes.slice(0, this.#used));
    this.#used = 0;
  }

  #room(count: number): void {
    if (this.#used >= PIECE) this.#cut();
    if (this.#used + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#used + count));
    larger.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = larger;
  }
}
