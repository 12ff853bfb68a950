/**
 * Outputs that are finished when everything was written, and discarded when anything fails.
 * @module
 */

import type { Output, Piece } from "./output.ts";

/** What is finished or discarded: a file, a folder. */
type Unfinished = Pick<Output, "finish" | "discard">;

/** Runs `work`, which opens the output when it has something to write: what cannot be written leaves no empty file. */
export async function allOrNothing<Kind extends Unfinished>(
  open: () => Promise<Kind>,
  work: (opened: () => Promise<Kind>) => Promise<void>,
): Promise<void> {
  let opening: Promise<Kind> | undefined;
  try {
    await work(() => opening ??= open());
    await (await opening)?.finish();
  } catch (error) {
    await opening?.then((output) => output.discard(), () => {});
    throw error;
  }
}

/** Writes a file piece by piece; one without pieces is empty. Throws `OutputError`, and what `work` throws. */
export async function writeWhole(
  open: () => Promise<Output>,
  work: (write: (piece: Piece) => Promise<void>) => Promise<void>,
): Promise<void> {
  await allOrNothing(open, async (opened) => {
    await work(async (piece) => await (await opened()).write(piece));
    await opened();
  });
}
