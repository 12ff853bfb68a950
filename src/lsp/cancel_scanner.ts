/**
 * Finds cancel requests among the messages of a client, without parsing the others.
 * @module
 */

const DECODER = new TextDecoder();
/** A cancel message is short: it contains only a method and an id. */
const LONGEST_CANCEL = 1024;
const HEADER_END = [13, 10, 13, 10];
const LONGEST_HEADER = 4096;

/** Follows the frames of the protocol, however the bytes are split. */
export class CancelScanner {
  readonly #found: (id: number | string) => void;
  #header: number[] = [];
  #body: Uint8Array | undefined;
  #have = 0;
  /** Bytes of a message body still to be skipped. */
  #skip = 0;

  /** `found` is called with the id of every request to cancel. */
  constructor(found: (id: number | string) => void) {
    this.#found = found;
  }

  /** Takes the next bytes. */
  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#skip > 0) {
        const n = Math.min(this.#skip, bytes.length - at);
        this.#skip -= n;
        at += n;
      } else if (this.#body) {
        const n = Math.min(this.#body.length - this.#have, bytes.length - at);
        this.#body.set(bytes.subarray(at, at + n), this.#have);
        this.#have += n;
        at += n;
        if (this.#have === this.#body.length) this.#read();
      } else this.#addToHeader(bytes[at++]!);
    }
  }

  #addToHeader(byte: number): void {
    this.#header.push(byte);
    const { length } = this.#header;
    if (length > LONGEST_HEADER) this.#header = [];
    if (length < 4 || !HEADER_END.every((each, at) => this.#header[length - 4 + at] === each)) return;
    const text = String.fromCharCode(...this.#header);
    this.#header = [];
    const bytes = Number(/content-length: *([0-9]+)/i.exec(text)?.[1] ?? 0);
    if (bytes > LONGEST_CANCEL) this.#skip = bytes;
    else if (bytes > 0) {
      this.#body = new Uint8Array(bytes);
      this.#have = 0;
    }
  }

  #read(): void {
    const text = DECODER.decode(this.#body);
    this.#body = undefined;
    if (!text.includes('"$/cancelRequest"')) return;
    try {
      const { method, params } = JSON.parse(text) as { method?: unknown; params?: { id?: unknown } };
      const id = params?.id;
      if (method === "$/cancelRequest" && (typeof id === "number" || typeof id === "string")) this.#found(id);
    } catch {
      // The dispatcher reports the error in this message.
    }
  }
}
