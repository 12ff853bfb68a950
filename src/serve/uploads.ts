/**
 * Files that a page uploads in pieces, each no longer than a request may be, and that are kept until they are
 * opened.
 * @module
 */

import { SERVE_LIMITS } from "../base/limits/serve_limits.ts";
import { newToken } from "./guard.ts";

/** Files that were received. */
export class Uploads {
  readonly #pieces = new Map<string, Uint8Array<ArrayBuffer>[]>();
  #bytes = 0;

  /**
   * Appends a piece to a file, or to a new file if none is given; returns the id of the file, or null beyond
   * the limit.
   */
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

  /** Returns a received file and removes it from the list; undefined if there is none. */
  take(file: string): Blob | undefined {
    const pieces = this.#pieces.get(file);
    this.drop(file);
    return pieces && new Blob(pieces);
  }

  /** Removes a file. */
  drop(file: string): void {
    for (const piece of this.#pieces.get(file) ?? []) this.#bytes -= piece.length;
    this.#pieces.delete(file);
  }
}
