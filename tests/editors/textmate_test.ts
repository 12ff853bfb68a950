/** The TextMate grammar, read by the library that VS Code reads it with. */

import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { assert, assertEquals } from "@std/assert";
import { stale } from "../../tools/editors/files.ts";
import { cookbook } from "../../src/cli/help/cookbook.ts";

const { INITIAL, parseRawGrammar, Registry } = textmate;
const PATH = new URL("../../editors/vscode/syntaxes/quarry.tmLanguage.json", import.meta.url);

const wasm = new URL("onig.wasm", import.meta.resolve("vscode-oniguruma"));
await oniguruma.loadWASM(Deno.readFileSync(wasm).buffer as ArrayBuffer);
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (sources: string[]) => new oniguruma.OnigScanner(sources),
    createOnigString: (text: string) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => parseRawGrammar(await Deno.readTextFile(PATH), "quarry.json"),
});
const grammar = (await registry.loadGrammar("source.quarry"))!;

/** The pieces of a line that have a scope, and the innermost one. */
function scopes(line: string): string[] {
  return grammar.tokenizeLine(line, INITIAL).tokens
    .map(({ startIndex, endIndex, scopes }) => [line.slice(startIndex, endIndex), scopes.at(-1)!])
    .filter(([text, scope]) => text!.trim() !== "" && scope !== "source.quarry")
    .map(([text, scope]) => `${text!.trim()} ${scope!.replace(".quarry", "")}`);
}

Deno.test("grammars for editors have the keywords of the language", () => {
  assertEquals(stale(), [], "run deno task editors");
});

Deno.test("stages, sources, functions, texts, patterns and comments have their own scopes", () => {
  assertEquals(scopes('leaks | where func:read_* and size > 4K | top 10 by bytes -- "most"'), [
    "leaks support.type.source",
    "| keyword.operator.pipe",
    "where keyword.control.stage",
    "func variable.other.column",
    ": keyword.operator",
    "read_* string.unquoted.pattern",
    "and keyword.operator.word",
    "size variable.other",
    "> keyword.operator",
    "4K constant.numeric",
    "| keyword.operator.pipe",
    "top keyword.control.stage",
    "10 constant.numeric",
    "by keyword.other.part",
    "bytes variable.other",
    '-- "most" comment.line.double-dash',
  ]);
  assertEquals(scopes("let big = live @ #812 | by `odd name` | where file ~ /a+\\/b/i"), [
    "let keyword.other.statement",
    "big entity.name.function",
    "= keyword.operator",
    "live support.type.source",
    "@ keyword.operator.point",
    "#812 constant.numeric.record",
    "| keyword.operator.pipe",
    "by keyword.control.stage",
    "` variable.other.quoted",
    "odd name variable.other.quoted",
    "` variable.other.quoted",
    "| keyword.operator.pipe",
    "where keyword.control.stage",
    "file variable.other",
    "~ keyword.operator",
    "/a+\\/b/i string.regexp",
  ]);
  assertEquals(scopes("# a remark"), ["# a remark comment.line.number-sign"]);
});

Deno.test("every stage of every recipe is a stage in the grammar", () => {
  for (const { query } of cookbook.flatMap(({ recipes }) => recipes)) {
    for (const line of query.split("\n")) {
      const [, stage] = /^\s*\| (\w+)/.exec(line) ?? [];
      if (stage !== undefined) assert(scopes(line).includes(`${stage} keyword.control.stage`), line);
    }
  }
});
