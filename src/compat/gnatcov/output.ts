/**
 * Standard output, buffered into large writes.
 * @module
 */

/** Writes bytes; the array may be reused once the promise resolves. */
type WriteBytes = (bytes: Uint8Array) => void | Promise<void>;

const BUFFER_BYTES = 1 << 16;

/** Buffers text and bytes. Each character of text is a byte (Latin-1). */
export class Output {
  readonly #write: WriteBytes;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  #used = 0;

  /** `write` receives the buffered bytes. */
  constructor(write: WriteBytes) {
    this.#write = write;
  }

  /** Adds text to the output. */
  async text(text: string): Promise<void> {
    for (let at = 0; at < text.length; at++) {
      if (this.#used === BUFFER_BYTES) await this.flush();
      this.#buffer[this.#used++] = text.charCodeAt(at);
    }
  }

  /** Adds bytes; large arrays are written directly. */
  async bytes(bytes: Uint8Array): Promise<void> {
    if (bytes.length > BUFFER_BYTES - this.#used) await this.flush();
    if (bytes.length > BUFFER_BYTES) return await this.#write(bytes);
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Writes the buffered bytes. */
  async flush(): Promise<void> {
    const used = this.#used;
    this.#used = 0;
    if (used > 0) await this.#write(this.#buffer.subarray(0, used));
  }
}
