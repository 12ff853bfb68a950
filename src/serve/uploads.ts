/**
 * Files that a page sends to the server in pieces, each no longer than a request may be, until they are opened.
 * @module
 */

import { SERVE_LIMITS } from "../base/limits/serve_limits.ts";
import { newToken } from "./guard.ts";

/** What has come of files. */
export class Uploads {
  readonly #pieces = new Map<string, Uint8Array<ArrayBuffer>[]>();
  #bytes = 0;

  /** Takes the next piece of a file, the first one where no file is named; what the file is called from then on. Null beyond the limit. */
  add(bytes: Uint8Array<ArrayBuffer>, file: string | null): string | null {
    if (this.#bytes + bytes.length > SERVE_LIMITS.uploadBytes.most) {
      this.drop(file ?? "");
      return null;
    }
    const name = file !== null && this.#pieces.has(file) ? file : newToken();
    const pieces = this.#pieces.get(name) ?? [];
    pieces.push(bytes);
    this.#pieces.set(name, pieces);
    this.#bytes += bytes.length;
    return name;
  }

  /** A file that has come; it is kept no longer. Undefined where there is none. */
  take(file: string): Blob | undefined {
    const pieces = this.#pieces.get(file);
    this.drop(file);
    return pieces && new Blob(pieces);
  }

  /** Forgets a file. */
  drop(file: string): void {
    for (const piece of this.#pieces.get(file) ?? []) this.#bytes -= piece.length;
    this.#pieces.delete(file);
  }
}
