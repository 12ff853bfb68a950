/**
 * The protocol from server to client: pieces with a kind and a length. A client sends lines of JSON.
 * @module
 */

/** Kinds of messages. */
export enum MessageKind {
  /** The query is accepted: an answer will follow. */
  Taken = 1,
  /** The client must answer the query itself. */
  Declined,
  /** Bytes for standard output. */
  Output,
  /** Bytes for standard error. */
  Error,
  /** Bytes for standard error that are useful only at the moment, such as progress. */
  Now,
  /** The end, with the exit code. */
  End,
  /** The server's status, as JSON. */
  Status,
  /** The proof of identity, in reply to the client's first line. */
  Proof,
}

/** Length of a message's header: its kind and its length. */
const HEAD_BYTES = 5;
/** No server sends messages longer than this. */
const LONGEST_PIECE = 1 << 26;

/** A query and the environment of its client. */
export interface QueryMessage {
  readonly args: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  readonly columns: number;
  readonly rows: number;
  /** The file behind standard output, as `device:number`; empty if it is not a file. */
  readonly outputFile: string;
}

/** The client's first message: a word for which only a server of this user can compute the proof. */
export interface GreetingMessage {
  readonly word: string;
}

/** The client's request, sent once the server has proved its identity. */
export type ServerRequest =
  & { readonly secret: string }
  & ({ readonly question: QueryMessage } | { readonly status: true } | { readonly stop: true });

/** Encodes a message. */
export function encodeMessage(kind: MessageKind, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + payload.length);
  bytes[0] = kind;
  new DataView(bytes.buffer).setUint32(1, payload.length, true);
  bytes.set(payload, HEAD_BYTES);
  return bytes;
}

/** A connection to read from and write to. */
interface ByteConnection {
  read(into: Uint8Array): Promise<number | null>;
  write(bytes: Uint8Array): Promise<number>;
}

/** Writes all bytes to the connection. */
export async function writeAll(to: ByteConnection, bytes: Uint8Array): Promise<void> {
  while (bytes.length > 0) bytes = bytes.subarray(await to.write(bytes));
}

/** Yields pieces until the server closes the connection; throws if they are invalid. */
export async function* receiveMessages(
  from: ByteConnection,
): AsyncGenerator<{ kind: MessageKind; payload: Uint8Array }> {
  let have = new Uint8Array(1 << 16), length = 0;
  while (true) {
    const size = length < HEAD_BYTES ? 0 : new DataView(have.buffer).getUint32(1, true);
    if (size > LONGEST_PIECE) throw new RangeError("A message is too long");
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
