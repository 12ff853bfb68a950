/**
 * Draws a random sample of what people read in the sources: comments, names and messages, as `docs/dev/words-sample.md`
 * describes. `--tests` draws titles of tests, and comments of `tests` and `tools`. `--seed N` draws the same sample again,
 * `--count N` another number of each than fifty.
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { say } from "../commands.ts";

const ROOT = new URL("../../", import.meta.url);
/** Generated files, and third-party texts. */
const SKIPPED = /\.wasm\.ts$|_bundle\.ts$|src\/report\/script\.ts$|src\/mcp\/sdk\.js$|licenses\/texts\.ts$/;
/** Minimum number of words of a message. */
const LEAST_WORDS = 3;

/** A text and where it is. */
interface Found {
  readonly place: string;
  readonly text: string;
}

function* sourcesIn(folder: string): Generator<string> {
  const entries = [...Deno.readDirSync(new URL(folder, ROOT))].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* sourcesIn(path);
    else if (name.endsWith(".ts") && !SKIPPED.test(path)) yield path;
  }
}

/** The doc comments of a file, and its runs of line comments, each with the line of code after it. */
function commentsOf(path: string, text: string): Found[] {
  const pattern =
    /^[ \t]*\/\*\*[^]*?\*\/|^[ \t]*\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*|[^\s"'`:][ \t]+(\/\/ [^"'`\n]*)$/gm;
  return Array.from(text.matchAll(pattern), ({ 0: whole, 1: tail, index }) => {
    const line = text.slice(0, index).split("\n").length;
    const code = text.slice(index + whole.length).match(/^\s*([^\n]*)/)?.[1] ?? "";
    return { place: `${path}:${line}`, text: `${(tail ?? whole).replace(/\s+/g, " ").trim()}   >> ${code}` };
  });
}

/** Exported functions, types and constants of a file, and its path. */
function namesOf(path: string, text: string): Found[] {
  const pattern =
    /^export (?:declare |abstract |async )*(?:function\*?|class|interface|type|enum|const|let) (\w+)/gm;
  const names = Array.from(text.matchAll(pattern), ([, name]) => ({ place: path, text: name! }));
  return [{ place: path, text: path }, ...names];
}

/** String literals of several words, and the constant parts of templates, outside comments. */
function messagesOf(path: string, text: string): Found[] {
  const code = text.replace(
    /^[ \t]*\/\*\*[^]*?\*\/|^[ \t]*\/\/[^\n]*/gm,
    (part) => part.replace(/[^\n]/g, " "),
  );
  const literals = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
  return Array.from(code.matchAll(literals), ({ 1: double, 2: single, 3: template, index }) => ({
    place: `${path}:${code.slice(0, index).split("\n").length}`,
    text: (double ?? single ?? template ?? "").replace(/\s+/g, " "),
  })).filter(({ text }) => (text.match(/[A-Za-z]{2,}/g) ?? []).length >= LEAST_WORDS && / /.test(text));
}

/** Titles of tests and their steps that are literals; those of tables are not found. */
function titlesOf(path: string, text: string): Found[] {
  const pattern =
    /(?:\bDeno\.test|\.step)\((?:\{\s*name: |[\w.]+\((?:\[[^\]]*\],\s*)?|\{\s*\.\.\.\w+\((?:\[[^\]]*\],\s*)?)?\s*("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/g;
  return Array.from(text.matchAll(pattern), ({ 1: title, index }) => ({
    place: `${path}:${text.slice(0, index).split("\n").length}`,
    text: title!.slice(1, -1),
  }));
}

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const args = parseArgs(Deno.args, { string: ["seed", "count"], boolean: ["tests"] });
const seed = Number(args.seed ?? Date.now() % 2 ** 31);
const count = Number(args.count ?? 50);
const random = randomOf(seed);
const folders = args.tests ? ["tests", "tools"] : ["src"];
const kinds = args.tests
  ? { titles: titlesOf, comments: commentsOf }
  : { comments: commentsOf, names: namesOf, messages: messagesOf };
const files = folders.flatMap((folder) => [...sourcesIn(folder)]).map((path) =>
  [path, Deno.readTextFileSync(new URL(path, ROOT))] as const
);
say(`seed ${seed}`);
for (const [title, gather] of Object.entries(kinds)) {
  const pool = files.flatMap(([path, text]) => gather(path, text));
  const { length } = pool;
  say(`\n${count} of ${length} ${title}`);
  for (let drawn = 1; drawn <= count && pool.length > 0; drawn++) {
    const [{ place, text }] = pool.splice(Math.floor(random() * pool.length), 1) as [Found];
    say(`${drawn}. ${text}   (${place})`);
  }
}
