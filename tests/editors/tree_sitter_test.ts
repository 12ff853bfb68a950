/**
 * The committed parser of the tree-sitter grammar. Its parsing was tested with the tree-sitter library:
 * docs/editors.md.
 */

import { assert, assertStringIncludes } from "@std/assert";
import { sha256 } from "../../tools/commands.ts";
import { withTools } from "../support/programs.ts";

const FOLDER = new URL("../../editors/tree-sitter-quarry/", import.meta.url).pathname;

Deno.test("the parser was generated from the current grammar: run tree-sitter generate, and write the digest", async () => {
  const head = (await Deno.readTextFile(`${FOLDER}src/parser.c`)).slice(0, 300);
  assertStringIncludes(head, await sha256(`${FOLDER}grammar.js`));
});

Deno.test(withTools(["gcc"], "the parser and its scanner compile without a warning"), async () => {
  const { success, stderr } = await new Deno.Command("gcc", {
    args: ["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", "src", "src/parser.c", "src/scanner.c"],
    cwd: FOLDER,
    env: { LC_ALL: "C" },
  }).output();
  assert(success, new TextDecoder().decode(stderr));
});
