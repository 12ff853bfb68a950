/**
 * What a server says to a client: pieces with a kind and a length. A client says lines of JSON.
 * @module
 */

/** Kinds of pieces. */
export enum Piece {
  /** The question is taken: an answer will come. */
  Taken = 1,
  /** The client has to ask itself. */
  Declined,
  /** Bytes for standard output. */
  Output,
  /** Bytes for standard error. */
  Error,
  /** Bytes for standard error that are worth something only now, such as progress. */
  Now,
  /** The end, with the exit code. */
  End,
  /** JSON: how the server is. */
  Status,
  /** What only the server can say to the first line of a client. */
  Proof,
}

/** Bytes before a piece: its kind, and its length. */
const HEAD_BYTES = 5;
/** A longer piece is none of a server's. */
const LONGEST_PIECE = 1 << 26;

/** A question, and where it was asked. */
export interface Question {
  readonly args: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  readonly columns: number;
  readonly rows: number;
  /** The file that standard output is, as `device:number`; empty where it is none. */
  readonly outputFile: string;
}

/** What a client says first: a word, to which only a server of the same person has an answer. */
export interface Greeting {
  readonly word: string;
}

/** What a client says once it knows whom it speaks to. */
export type Request =
  & { readonly secret: string }
  & ({ readonly question: Question } | { readonly status: true } | { readonly stop: true });

/** The bytes of a piece. */
export function pieceBytes(kind: Piece, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + payload.length);
  bytes[0] = kind;
  new DataView(bytes.buffer).setUint32(1, payload.length, true);
  bytes.set(payload, HEAD_BYTES);
  return bytes;
}

/** What can be read from and written to. */
interface Connection {
  read(into: Uint8Array): Promise<number | null>;
  write(bytes: Uint8Array): Promise<number>;
}

/** Writes everything. */
export async function writeAll(to: Connection, bytes: Uint8Array): Promise<void> {
  while (bytes.length > 0) bytes = bytes.subarray(await to.write(bytes));
}

/** Pieces until the server ends; throws where they are none. */
export async function* pieces(from: Connection): AsyncGenerator<{ kind: Piece; payload: Uint8Array }> {
  let have = new Uint8Array(1 << 16), length = 0;
  while (true) {
    const size = length < HEAD_BYTES ? 0 : new DataView(have.buffer).getUint32(1, true);
    if (size > LONGEST_PIECE) throw new RangeError("A piece is too long");
    if (length >= HEAD_BYTES + size) {
      yield { kind: have[0]!, payload: have.slice(HEAD_BYTES, HEAD_BYTES + size) };
      have.copyWithin(0, HEAD_BYTES + size, length);
      length -= HEAD_BYTES + size;
      continue;
    }
    if (have.length < HEAD_BYTES + size || length === have.length) {
      const larger = new Uint8Array(Math.max(2 * have.length, HEAD_BYTES + size));
      larger.set(have.subarray(0, length));
      have = larger;
    }
    const read = await from.read(have.subarray(length));
    if (read === null) return;
    length += read;
  }
}
