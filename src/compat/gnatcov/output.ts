/**
 * Standard output, gathered into large writes.
 * @module
 */

/** Takes bytes; the array may be used again once the promise is done. */
type WriteBytes = (bytes: Uint8Array) => void | Promise<void>;

const BUFFER_BYTES = 1 << 16;

/** Text and bytes on their way out. Characters of text are bytes (Latin-1). */
export class Output {
  readonly #write: WriteBytes;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  #used = 0;

  /** `write` gets what has gathered. */
  constructor(write: WriteBytes) {
    this.#write = write;
  }

  /** Adds text. */
  async text(text: string): Promise<void> {
    for (let at = 0; at < text.length; at++) {
      if (this.#used === BUFFER_BYTES) await this.flush();
      this.#buffer[this.#used++] = text.charCodeAt(at);
    }
  }

  /** Adds bytes; many go straight out. */
  async bytes(bytes: Uint8Array): Promise<void> {
    if (bytes.length > BUFFER_BYTES - this.#used) await this.flush();
    if (bytes.length > BUFFER_BYTES) return await this.#write(bytes);
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Writes what has gathered. */
  async flush(): Promise<void> {
    const used = this.#used;
    this.#used = 0;
    if (used > 0) await this.#write(this.#buffer.subarray(0, used));
  }
}
