/**
 * What a page without a server and its engine say to one another. The engine runs in a worker of the page; its answers are those
 * of `quarry serve`, in pieces.
 * @module
 */

/** What the page says: a question with a number of its own, or that nobody waits for the answer any more. */
export type ToEngine =
  | { readonly id: number; readonly path: string; readonly body: object }
  | { readonly id: number; readonly isGivenUp: true };

/** What the engine says: how an answer begins, its pieces, and its end. */
export type FromEngine =
  | { readonly id: number; readonly status: number }
  | { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly isOver: true };

/** A trace that the page has: a file that a person has given it, or the address of one. */
export interface OpenRequest {
  /** Its name in queries; the name of the file unless said. */
  readonly name?: string;
  readonly from: Blob | string;
}
