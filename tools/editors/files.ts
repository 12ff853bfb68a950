/**
 * The files generated from the words of the language.
 * @module
 */

import { FOLD_QUERY, highlightQuery } from "./highlights.ts";
import { textMateGrammar } from "./textmate.ts";
import { languageWords } from "./words.ts";

const EDITORS = new URL("../../editors/", import.meta.url);

/** Texts by their path below `editors`. */
function texts(): ReadonlyMap<string, string> {
  const words = languageWords();
  return new Map([
    ["vscode/syntaxes/quarry.tmLanguage.json", JSON.stringify(textMateGrammar(words), null, 2) + "\n"],
    ["tree-sitter-quarry/queries/highlights.scm", highlightQuery(words)],
    ["tree-sitter-quarry/queries/folds.scm", FOLD_QUERY],
  ]);
}

/** Files that do not match the registries. */
export function stale(): string[] {
  return [...texts()].filter(([path, text]) => {
    try {
      return Deno.readTextFileSync(new URL(path, EDITORS)) !== text;
    } catch {
      return true;
    }
  }).map(([path]) => `editors/${path}`);
}

/** Writes all files. */
export function write(): void {
  for (const [path, text] of texts()) {
    const file = new URL(path, EDITORS);
    Deno.mkdirSync(new URL("./", file), { recursive: true });
    Deno.writeTextFileSync(file, text);
  }
}
