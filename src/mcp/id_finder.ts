/**
 * Finds the id of a message that is too long to be read, or is not a message: it may appear behind everything else.
 * @module
 */

const [TAB, LINE_END, RETURN, SPACE, QUOTE, COMMA, COLON, BACKSLASH] = [9, 10, 13, 32, 34, 44, 58, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [91, 93, 123, 125];
/** An id is a number, or a short text. */
const LONGEST_ID = 256;

/** Follows the bytes of one JSON text, however they are cut, in memory that does not grow with it. */
export class IdFinder {
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  /** The name that has been read, or the value, as it is written; too long where it is of no use. */
  #token: number[] = [];
  /** The name before the colon. */
  #name = "";
  #isValue = false;
  #id: string | undefined;

  /** The id as JSON; "null" where none was found. */
  get id(): string {
    const found = this.#id ?? "null";
    return /^(?:-?\d+|"(?:[^"\\]|\\.)*")$/s.test(found) ? found : "null";
  }

  /** Takes the next bytes. */
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
        // The value is not an id.
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

  /** A value is over. */
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
