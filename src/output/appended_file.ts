/**
 * Appends to a file atomically: a whole addition, or none.
 * @module
 */

import { noteText } from "./append_note.ts";
import { removeLeftovers } from "./leftovers.ts";
import { bytesOf, discardOnce, openOutput, type Output, type OutputOptions, writeAll } from "./output.ts";
import { findTarget, nameOf, type Target, throwOutputError } from "./target.ts";
import { makeTemporary, removeQuietly } from "./temporary_file.ts";
import { awaitEndWorker, registerUnfinished } from "./on_exit.ts";

const COPY_BYTES = 1 << 20;
const PRIVATE = 0o600;

/** A file that is appended to repeatedly. */
export interface Additions {
  /** Begins an addition. Throws `OutputError`. */
  begin(): Promise<Output>;
  /** Closes the file; no more text is added. */
  close(): void;
}

/** Empties or creates a file for additions. Throws `OutputError`. */
export async function openAdditions(path: string, options: OutputOptions): Promise<Additions> {
  const { how } = await findTarget(path, options);
  if (how === "in place") return new PipeAdditions(path, options);
  if (how === "beside") await (await openOutput(path, options)).finish();
  return { begin: () => openAddition(path, options), close: () => {} };
}

/** A pipe is opened once, because its reader sees the end of the input when the pipe is closed. */
class PipeAdditions implements Additions {
  readonly #path: string;
  readonly #options: OutputOptions;
  #output: Promise<Output> | undefined;

  constructor(path: string, options: OutputOptions) {
    this.#path = path;
    this.#options = options;
  }

  async begin(): Promise<Output> {
    // Opened only when there is something to write, since opening a pipe waits for a reader.
    const { write } = await (this.#output ??= openOutput(this.#path, this.#options));
    return { write, finish: () => Promise.resolve(), discard: () => {} };
  }

  close(): void {
    void this.#output?.then((output) => output.discard(), () => {});
  }
}

/**
 * Begins an addition to a file. It is collected beside the file and appended when complete, so that readers
 * see only whole additions. Throws `OutputError`.
 */
async function openAddition(path: string, options: OutputOptions): Promise<Output> {
  const target = await findTarget(path, options);
  // The file may have been removed.
  if (target.how !== "beside" || !target.found) return await openOutput(path, options);
  const { folder } = target;
  await removeLeftovers(folder);
  await awaitEndWorker();
  const temporary = await makeTemporary(path, folder, { what: "new", mode: PRIVATE });
  const discard = discardOnce(temporary);
  return {
    write: (piece) => writeAll(path, temporary.file, bytesOf(piece)),
    async finish() {
      try {
        await append(path, temporary.file, target);
      } finally {
        discard();
      }
    },
    discard,
  };
}

/**
 * Appends the content of a file. A note beside it lets the next writer undo a partial addition if this one is
 * killed.
 */
async function append(
  path: string,
  content: Deno.FsFile,
  { real, folder }: Extract<Target, { how: "beside" }>,
): Promise<void> {
  using file = await Deno.open(real, { write: true, append: true })
    .catch((error: unknown) => throwOutputError(path, error));
  const from = file.statSync().size;
  const note = await makeTemporary(path, folder, { what: "add", mode: PRIVATE });
  const removeNote = discardOnce(note, () => cutQuietly(file, from));
  const withdraw = registerUnfinished({ cut: { path: real, bytes: from } });
  try {
    const to = from + content.statSync().size;
    await writeAll(path, note.file, bytesOf(noteText({ name: nameOf(real), from, to })));
    await content.seek(0, Deno.SeekMode.Start);
    const piece = new Uint8Array(COPY_BYTES);
    for (let count = await content.read(piece); count !== null; count = await content.read(piece)) {
      await writeAll(path, file, piece.subarray(0, count));
    }
  } catch (error) {
    removeNote();
    withdraw();
    throwOutputError(path, error);
  }
  withdraw();
  removeQuietly(note.path);
  removeNote.done();
}

/** Appends a line to a private file, which is created if missing. Throws the system error. */
export async function appendPrivateLine(path: string, line: string): Promise<void> {
  using file = await Deno.open(path, { write: true, append: true, create: true, mode: PRIVATE });
  const before = file.statSync().size;
  const bytes = bytesOf(line);
  let written = 0;
  try {
    while (written < bytes.length) written += await file.write(bytes.subarray(written));
  } catch (error) {
    // Not done if another process has added a line in the meantime.
    if (file.statSync().size === before + written) file.truncateSync(before);
    throw error;
  }
}

function cutQuietly(file: Deno.FsFile, length: number): void {
  try {
    file.truncateSync(length);
  } catch {
    // If this fails, the next writer does it with the help of the note.
  }
}
