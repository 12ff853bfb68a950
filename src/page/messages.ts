/**
 * What a page without a server asks its engine. The engine runs in a worker of the page; its answers are those of `quarry
 * serve`: a status, and then bytes.
 * @module
 */

/** A request of the page. */
export interface PageRequest {
  readonly path: string;
  readonly body: object;
}

/** A trace that a page has: a file chosen by the user, or the address of a file. */
export interface OpenRequest {
  /** Name of the trace in queries; the name of the file by default. */
  readonly name?: string;
  readonly from: Blob | string;
  /** Whether a blob is the saved index of the trace rather than its file. */
  readonly isIndex?: boolean;
}
