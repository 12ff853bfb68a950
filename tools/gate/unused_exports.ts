/**
 * Names that are exported and never imported: each either lost its use, or has one only where it stands.
 * @module
 */

import { exportsOf, importsOf, sourceFiles } from "./imports.ts";

const ROOT = new URL("../../", import.meta.url);

/** Each name that a file of `src` or `tools` exports and no file imports, as `FILE: NAME`. */
export function unusedExports(): string[] {
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
  return unused.sort();
}
