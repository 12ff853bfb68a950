/**
 * Rooms other than `formats` and `compat` never mention a format by name: its descriptor has all that they need. This
 * test counts names of formats, of their folders and of the programs that write them, outside comments.
 */
import { assertEquals } from "@std/assert";
import { formats } from "../../src/formats/registry.ts";
import { sourceFiles } from "../../tools/gate/imports.ts";

const SOURCE = new URL("../../src/", import.meta.url);

/** Words for formats that users and messages use, besides their names. */
const PROGRAMS = ["mpatrol", "gnatcoverage", "gnatcov", "sp-rtrace", "sp_rtrace", "heaptrack"];

/**
 * Texts for users that name a format or a program: limits, options, causes of problems. The figures are numbers of
 * occurrences. This list and its figures may only shrink.
 */
const KNOWN_TEXTS: Readonly<Record<string, number>> = {
  "base/limits/trace_limits.ts": 2,
  "cli/commands/as.ts": 2,
  "cli/help/problem_codes.ts": 1,
  "cli/load_options.ts": 1,
};

const NAME = [...new Set([...formats.map(({ name }) => name), ...PROGRAMS])]
  .sort((left, right) => right.length - left.length).join("|");
/** A literal or a key that is exactly a name: code that makes decisions by it. */
const VALUE = new RegExp(`(["'\`])(?:${NAME})\\1|^\\s*(?:${NAME}):`, "gim");
/** A name anywhere, except at the end of a file name, as in examples. */
const MENTION = new RegExp(`(?<![a-z.])(?:${NAME})`, "gi");

/** Encoded bytes happen to contain any four letters. */
const BYTES = /"[A-Za-z0-9+\/]{60,}={0,2}"/g;

/**
 * Folders about other programs, each with its own file or entry: their file formats, how to start them, and output for
 * them.
 */
const ABOUT_TOOLS = /^(?:record\/|ingest\/foreign\/|export\/|cli\/commands\/export\.ts)/;

const texts = [...sourceFiles(SOURCE)].map((file): [string, string] => {
  const code = Deno.readTextFileSync(new URL(file)).replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "")
    .replaceAll(BYTES, '""');
  return [file.slice(SOURCE.href.length), code];
}).filter(([path]) => !/^(?:formats|compat)\//.test(path) && !ABOUT_TOOLS.test(path)).sort();

function counted(pattern: RegExp): Record<string, number> {
  const counts = texts.map(([path, code]): [string, number] => [path, code.match(pattern)?.length ?? 0]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

Deno.test("no room but formats and compat makes decisions by the name of a format", () => {
  assertEquals(counted(VALUE), {});
});

/** Rooms about traces of some formats: they import these. */
const EXTENSIONS = /^(?:calls|coverage)\//;

Deno.test("only known texts name formats", () => {
  const found = Object.entries(counted(MENTION)).filter(([path]) => !EXTENSIONS.test(path));
  assertEquals(Object.fromEntries(found), KNOWN_TEXTS);
});
