/**
 * Outputs that are finished once everything is written, and discarded if anything fails.
 * @module
 */

import type { Output, Piece } from "./output.ts";

/** An output that is finished or discarded: a file, a folder. */
type FinishableOutput = Pick<Output, "finish" | "discard">;

/**
 * Runs `work`, which opens the output only when it has something to write. So an earlier failure leaves no
 * empty file.
 */
export async function allOrNothing<Kind extends FinishableOutput>(
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

/** Writes a file chunk by chunk; without chunks it is empty. Throws `OutputError`, and what `work` throws. */
export async function writeWhole(
  open: () => Promise<Output>,
  work: (write: (piece: Piece) => Promise<void>) => Promise<void>,
): Promise<void> {
  await allOrNothing(open, async (opened) => {
    await work(async (piece) => await (await opened()).write(piece));
    await opened();
  });
}
