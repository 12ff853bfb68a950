/**
 * Finds cancel notifications in a client's stream of lines, without parsing the other messages.
 * @module
 */

const DECODER = new TextDecoder();
const LINE_END = 10;
/** Maximum length of a cancel notification, which contains a method, an id, and a reason. */
const LONGEST_CANCEL = 4096;

/** Splits the stream into lines, however it is divided into chunks. */
export class CancelLines {
  readonly #found: (id: number | string) => void;
  readonly #line = new Uint8Array(LONGEST_CANCEL);
  #length = 0;

  /** `found` is called with each id to cancel. */
  constructor(found: (id: number | string) => void) {
    this.#found = found;
  }

  /** Reads the next chunk. */
  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const end = bytes.indexOf(LINE_END, at);
      const part = bytes.subarray(at, end < 0 ? bytes.length : end);
      if (this.#length + part.length <= LONGEST_CANCEL) this.#line.set(part, this.#length);
      this.#length += part.length;
      at += part.length + 1;
      if (end < 0) return;
      if (this.#length <= LONGEST_CANCEL) this.#read(DECODER.decode(this.#line.subarray(0, this.#length)));
      this.#length = 0;
    }
  }

  #read(line: string): void {
    if (!line.includes('"notifications/cancelled"')) return;
    try {
      const { method, params } = JSON.parse(line) as { method?: unknown; params?: { requestId?: unknown } };
      const id = params?.requestId;
      if (method !== "notifications/cancelled") return;
      if (typeof id === "number" || typeof id === "string") this.#found(id);
    } catch {
      // The MCP library reports the error in this message.
    }
  }
}
