/**
 * `deno task house [FOLDER]`: the program in figures, of this working tree or of another one.
 *
 *     git worktree add /tmp/before COMMIT && deno task house /tmp/before
 *
 * @module
 */

import { cycles } from "../gate/cycles.ts";
import { importsOf, sourceFiles } from "../gate/imports.ts";

/**
 * One thing of each kind that is added from time to time, by its name in the sources. Only long words, since short ones
 * have other meanings.
 */
const THINGS: Readonly<Record<string, RegExp>> = {
  'the format "mptl"': /mptl/i,
  'the format "heaptrack"': /heaptrack/i,
  'the stage "unwind"': /unwind|Unwind/,
  'the aggregate "stddev"': /stddev/i,
  'the function "in_stack"': /in_?stack\b/i,
  'the export "speedscope"': /speedscope/i,
};

/** A string, a comment, or white space before one; a string counts only if it is a name. */
const TEXTS = /\/\*[^]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;

/** The first line of a bundler's output. */
const GENERATED = /^\/\/ Made by deno task/;
const NO_CODE = /^\s*(?:$|\/\/|\/\*|\*)/;

/** Lines of the sources below a folder, kernels included, without the output of compilers and bundlers. */
function count(
  folder: URL,
): { readonly files: number; readonly lines: number; readonly code: number; readonly median: number } {
  const texts = [...sourceFiles(folder, true)].map((file) => Deno.readTextFileSync(new URL(file)))
    .filter((text) => !GENERATED.test(text)).map((text) => text.split("\n").slice(0, -1));
  const lengths = texts.map(({ length }) => length).sort((a, b) => a - b);
  const codeOf = (lines: readonly string[]): number => lines.filter((line) => !NO_CODE.test(line)).length;
  return {
    files: texts.length,
    lines: sum(lengths),
    code: sum(texts.map(codeOf)),
    median: lengths[lengths.length >> 1] ?? 0,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Numbers of files that import values in cycles, and of cycles. */
function importCycles(source: URL): string {
  const edges = [...sourceFiles(source)].flatMap((from) =>
    importsOf(from, Deno.readTextFileSync(new URL(from)))
      .filter(({ isType, target }) => !isType && target.startsWith(source.href))
      .map(({ target }) => ({ from, to: target }))
  );
  const found = cycles(edges);
  return `${found.length} with ${found.flat().length} files`;
}

/** Files whose code names a thing, and folders of formats; comments and sentences do not count, nor do examples. */
function places(source: URL, thing: RegExp): string[] {
  const found = [...sourceFiles(source, true)].filter((file) => {
    const text = Deno.readTextFileSync(new URL(file));
    return thing.test(text.replaceAll(TEXTS, (each) => /^["'`][\w./-]+["'`]$/.test(each) ? each : ""));
  }).map((file) => file.slice(source.href.length).replace(/^(formats\/\w+\/).*/, "$1"));
  return [...new Set(found)].sort();
}

/** Older trees lack some folders. */
function exists(folder: URL): boolean {
  try {
    return Deno.statSync(folder).isDirectory;
  } catch {
    return false;
  }
}

const said: string[] = [];

function say(text: string): void {
  said.push(text, "\n");
}

const root = new URL(
  `${Deno.args[0] ?? "."}/`.replace(/\/+$/, "/"),
  new URL("./", `file://${Deno.cwd()}/`),
);
const source = new URL("src/", root);
const rooms = [...Deno.readDirSync(source)].filter(({ isDirectory }) => isDirectory).map(({ name }) =>
  `src/${name}/`
);
for (const folder of ["src/", ...rooms.sort(), "workbench/", "tests/", "tools/"]) {
  if (!exists(new URL(folder, root))) continue;
  const { files, lines, code, median } = count(new URL(folder, root));
  say(`${folder.padEnd(16)}${files} files, ${lines} lines, ${code} of code, median ${median}`);
}
say(`cycles of value imports: ${importCycles(source)}`);
for (const [name, thing] of Object.entries(THINGS)) {
  const found = places(source, thing);
  say(`\n${name}: ${found.length} files\n  ${found.join("\n  ")}`);
}
Deno.stdout.writeSync(new TextEncoder().encode(said.join("")));
