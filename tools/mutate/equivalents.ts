/**
 * Changes that no test can notice, with the reason, in `equivalents.txt`: blocks of four lines, with an empty one
 * between two. Lines are compared by text and not by number, so that a block stays valid until the line itself changes.
 *
 *     src/room/file.ts
 *     - the line as it is
 *     + the line with the change
 *     why nobody can tell them apart
 * @module
 */

import { type Mutant, mutated } from "./mutants.ts";

const LIST = new URL("equivalents.txt", import.meta.url);

/** The list; each entry by its `keyOf()`. */
export function equivalents(): Map<string, string> {
  const blocks = Deno.readTextFileSync(LIST).split(/\n\n+/).map((block) => block.trim()).filter((block) =>
    block !== ""
  );
  return new Map(blocks.map((block) => {
    const lines = block.split("\n");
    return [lines.slice(0, 3).join("\n"), lines.slice(3).join(" ")];
  }));
}

/** The first three lines of a block. */
export function keyOf(mutant: Mutant, text: string): string {
  const from = text.lastIndexOf("\n", mutant.start) + 1;
  const to = text.indexOf("\n", mutant.end);
  const after = mutated(text, mutant);
  const oneLine = (part: string): string => part.replaceAll(/\s+/g, " ").trim();
  const tail = to < 0 ? 0 : text.length - to;
  return `${mutant.file}\n- ${oneLine(text.slice(from, text.length - tail))}\n+ ${
    oneLine(after.slice(from, after.length - tail))
  }`;
}
