/**
 * The files that are made of the words of the language.
 * @module
 */

import { FOLD_QUERY, highlightQuery } from "./highlights.ts";
import { textMateGrammar } from "./textmate.ts";
import { languageWords } from "./words.ts";

const EDITORS = new URL("../../editors/", import.meta.url);

/** Path below `editors`, and text. */
function texts(): ReadonlyMap<string, string> {
  const words = languageWords();
  return new Map([
    ["vscode/syntaxes/quarry.tmLanguage.json", JSON.stringify(textMateGrammar(words), null, 2) + "\n"],
    ["tree-sitter-quarry/queries/highlights.scm", highlightQuery(words)],
    ["tree-sitter-quarry/queries/folds.scm", FOLD_QUERY],
  ]);
}

/** Files that are not what the registries say. */
export function stale(): string[] {
  return [...texts()].filter(([path, text]) => {
    try {
      return Deno.readTextFileSync(new URL(path, EDITORS)) !== text;
    } catch {
      return true;
    }
  }).map(([path]) => `editors/${path}`);
}

/** Writes all of them. */
export function write(): void {
  for (const [path, text] of texts()) {
    const file = new URL(path, EDITORS);
    Deno.mkdirSync(new URL("./", file), { recursive: true });
    Deno.writeTextFileSync(file, text);
  }
}
