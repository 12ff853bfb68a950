/**
 * Finds the id of a message that is too long or too damaged to parse; the id may come after everything else.
 * @module
 */

const [TAB, LINE_END, RETURN, SPACE, QUOTE, COMMA, COLON, BACKSLASH] = [9, 10, 13, 32, 34, 44, 58, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [91, 93, 123, 125];
/** Maximum length of an id, which is a number or a short text. */
const LONGEST_ID = 256;

/** Scans the bytes of one JSON text in chunks, in constant memory. */
export class IdFinder {
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  /** The current key or value as written; if it is overlong, it is not used. */
  #token: number[] = [];
  /** The key before the last colon. */
  #name = "";
  #isValue = false;
  #id: string | undefined;

  /** The id as JSON; "null" if none was found. */
  get id(): string {
    const found = this.#id ?? "null";
    return /^(?:-?\d+|"(?:[^"\\]|\\.)*")$/s.test(found) ? found : "null";
  }

  /** Reads the next chunk. */
  take(bytes: Uint8Array): this {
    for (const byte of bytes) {
      if (this.#inText) this.#takeText(byte);
      else this.#takeOther(byte);
    }
    return this;
  }

  #takeText(byte: number): void {
    this.#keep(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#inText = false;
  }

  #takeOther(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#inText = true;
        this.#keep(byte);
        break;
      case OPEN:
      case OPEN_LIST:
        this.#depth++;
        // A list or object cannot be an id.
        this.#name = "";
        this.#token = [];
        break;
      case CLOSE:
      case CLOSE_LIST:
        this.#end();
        this.#depth--;
        break;
      case COLON:
        if (this.#depth !== 1) break;
        this.#name = this.#text();
        this.#isValue = true;
        break;
      case COMMA:
        this.#end();
        break;
      case TAB:
      case LINE_END:
      case RETURN:
      case SPACE:
        break;
      default:
        this.#keep(byte);
    }
  }

  /** Handles the end of a value. */
  #end(): void {
    if (this.#depth !== 1) return;
    const text = this.#text();
    if (this.#isValue && this.#name === '"id"') this.#id = text;
    [this.#isValue, this.#name] = [false, ""];
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#token.length <= LONGEST_ID) this.#token.push(byte);
  }

  #text(): string {
    const token = this.#token;
    this.#token = [];
    return token.length > LONGEST_ID ? "" : new TextDecoder().decode(Uint8Array.from(token));
  }
}
