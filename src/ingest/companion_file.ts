/**
 * Finds companion files, which other tools made from the traced run: they are next to the trace and
 * recognized by their names.
 * @module
 */

import type { ByteSource } from "../bytes/byte_source.ts";
import { ByteWindow } from "../bytes/byte_window.ts";
import { unwrap } from "../containers/unwrap.ts";
import type { Companion, CompanionFile } from "../formats/format.ts";
import { formats } from "../formats/registry.ts";
import type { Arena } from "../memory/arena.ts";
import { decodeInBackground } from "./background_source.ts";
import { openInput, STANDARD_INPUT } from "./file_source.ts";
import { mayRead } from "./permission.ts";

/**
 * Accept anything: the format of a companion is checked later; here its containers are removed as far as
 * possible.
 */
const ANY = (head: Uint8Array): boolean => formats.some((each) => each.sniff(head));

/** Returns possible paths of a trace's companion, most likely first, for all given kinds of companions. */
export function companionPaths(path: string, companions: readonly Companion[] = allCompanions()): string[] {
  if (path === STANDARD_INPUT || companions.length === 0) return [];
  const name = path.slice(path.search(/[^/\\]*$/));
  const folder = path.slice(0, path.length - name.length);
  const paths = companions.flatMap((each) => each.namesFor(name).map((other) => folder + other));
  return [...new Set(paths)].filter((each) => each !== path && isFile(each));
}

function allCompanions(): Companion[] {
  return formats.flatMap(({ companion }) => companion ?? []);
}

/** Opens the companion of a trace: the named file, or one found next to the trace. Throws `InputError`. */
export async function openCompanion(
  companion: Companion,
  { path, asked, arena }: {
    readonly path: string | undefined;
    readonly asked: string | undefined;
    readonly arena: Arena;
  },
): Promise<CompanionFile | undefined> {
  const candidates = asked === undefined ? companionPaths(path ?? STANDARD_INPUT, [companion]) : [asked];
  for (const each of candidates) {
    const { source } = await openInput(each);
    const inside = await unwrap(source, ANY);
    if (asked !== undefined || companion.sniff(inside.head)) return opened(each, source, inside, arena);
    inside.source.close();
  }
  return undefined;
}

function opened(
  path: string,
  source: ByteSource,
  inside: Awaited<ReturnType<typeof unwrap>>,
  arena: Arena,
): CompanionFile {
  const decoded = decodeInBackground(inside, source, arena);
  const window = new ByteWindow(decoded.source, arena);
  return {
    path,
    window,
    async damage() {
      await decoded.settled?.();
      return decoded.damage().map(({ message, container }) => `${message} (${container})`);
    },
  };
}

function isFile(path: string): boolean {
  if (!mayRead(path)) return false;
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
