/**
 * Names of the pieces of a bundle. The bundler derives them from the contents of a piece and its source map, which has
 * the path of the sources: the same sources in another folder would give other names, and a different program. Here
 * they are derived from the contents alone.
 * @module
 */

import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";

/** A name with a hash of the bundler. */
const MARKED = /^(.+)-[A-Z0-9]{8}\.js$/;
const MARKED_INSIDE = /[\w.@-]+-[A-Z0-9]{8}\.js/g;
const MARK_LETTERS = 8;

/** Renames files, also in the imports of others. */
export async function giveStableNames(files: readonly string[]): Promise<void> {
  const texts = new Map<string, string>();
  for (const path of files) texts.set(path, await Deno.readTextFile(path));
  const names = stableNames(new Map([...texts].map(([path, text]) => [basename(path), text])));
  const renamed = (text: string): string => text.replace(MARKED_INSIDE, (name) => names.get(name) ?? name);
  for (const [path, text] of texts) {
    await Deno.writeTextFile(path, renamed(text));
    const name = names.get(basename(path));
    if (name !== undefined) await Deno.rename(path, join(dirname(path), name));
  }
}

/**
 * New names by old ones. Pieces import each other, also in cycles: they are first distinguished by their contents
 * without names, then by the pieces that they import, until that distinguishes no more of them.
 */
export function stableNames(texts: ReadonlyMap<string, string>): Map<string, string> {
  const pieces = [...texts].filter(([name]) => MARKED.test(name));
  let marks = new Map(pieces.map(([name]) => [name, ""]));
  for (let told = 0;;) {
    marks = new Map(pieces.map(([name, text]) => {
      const inside = text.replace(MARKED_INSIDE, (each) => marks.get(each) ?? each);
      const stem = MARKED.exec(name)![1]!;
      return [name, createHash("sha256").update(`${stem}\0${inside}`).digest("hex")];
    }));
    const apart = new Set(marks.values()).size;
    if (apart === told) break;
    told = apart;
  }
  const taken = new Map<string, number>();
  return new Map(pieces.map(([name]) => {
    const stem = MARKED.exec(name)![1]!;
    const made = `${stem}-${marks.get(name)!.slice(0, MARK_LETTERS).toUpperCase()}`;
    // Identical pieces may replace each other.
    const before = taken.get(made) ?? 0;
    taken.set(made, before + 1);
    return [name, before === 0 ? `${made}.js` : `${made}${before}.js`];
  }));
}
