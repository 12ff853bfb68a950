/**
 * Names that are exported and never imported: each either lost its use, or has one only where it stands.
 * @module
 */

import { exportsOf, importsOf, sourceFiles } from "./imports.ts";

const ROOT = new URL("../../", import.meta.url);

/** Rooms that are being rebuilt; what is unused there goes with that. */
const LATER = /^src\/(?:memory|tables|engine|query\/execution|query\/operators)\//;

/** What is unused, as `FILE: NAME`. */
interface UnusedExports {
  readonly now: readonly string[];
  /** In rooms that are being rebuilt. */
  readonly later: readonly string[];
}

/** Each name that a file of `src` or `tools` exports and no file imports. */
export function unusedExports(): UnusedExports {
  const files = [
    ...["src/", "tools/", "tests/"].flatMap((folder) => [...sourceFiles(new URL(folder, ROOT))]),
    ...["cli.ts", "mod.ts"].map((name) => new URL(name, ROOT).href),
  ];
  const texts = new Map(files.map((file) => [file, Deno.readTextFileSync(new URL(file))]));
  const used = new Set<string>();
  for (const [file, text] of texts) {
    for (const { target, names } of importsOf(file, text)) {
      for (const { name } of names) used.add(`${target} ${name}`);
    }
  }
  const unused: string[] = [];
  for (const [file, text] of texts) {
    if (/\/(?:tests\/.*|mod\.ts)$/.test(file) && !file.includes("/src/")) continue;
    if (used.has(`${file} *`)) continue;
    for (const name of exportsOf(text)) {
      if (!used.has(`${file} ${name}`)) unused.push(`${file.slice(ROOT.href.length)}: ${name}`);
    }
  }
  unused.sort();
  return {
    now: unused.filter((each) => !LATER.test(each)),
    later: unused.filter((each) => LATER.test(each)),
  };
}
