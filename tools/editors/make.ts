/**
 * `deno task editors` generates editor files from the words of the language: the TextMate grammar of the VS Code
 * extension and the queries of the tree-sitter grammar. With \`--check\` it only reports what is out of date.
 * @module
 */

import { stale, write } from "./files.ts";

if (Deno.args.includes("--check")) {
  const found = stale();
  for (const path of found) {
    Deno.stderr.writeSync(new TextEncoder().encode(`${path} is out of date: run deno task editors\n`));
  }
  Deno.exit(found.length > 0 ? 1 : 0);
}
write();
