/**
 * What a page without a server asks its engine. The engine runs in a worker of the page; its answers are those of `quarry
 * serve`: a status, and then bytes.
 * @module
 */

/** A question of the page. */
export interface PageRequest {
  readonly path: string;
  readonly body: object;
}

/** A trace that the page has: a file that a user has given it, or the address of one. */
export interface OpenRequest {
  /** Its name in queries; the name of the file unless said. */
  readonly name?: string;
  readonly from: Blob | string;
  /** Whether a blob is the saved index of the trace, and not its file. */
  readonly isIndex?: boolean;
}
