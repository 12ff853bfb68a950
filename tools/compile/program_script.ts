/**
 * The program as one script, beside the modules of its bundle: V8 caches compiled code only for scripts, see
 * `src/cli/code_cache/start.ts`. Each start reads the complete script, so rarely used parts stay in modules.
 * @module
 */

import { createHash } from "node:crypto";
import { dirname, join, relative } from "node:path";
import { Temporary } from "../../tests/support/temporary.ts";
import { MODULE_COMMANDS } from "../../src/cli/code_cache/module_commands.ts";
import { FILE_TIME, filesBelow } from "./bundle.ts";

/** The module of the program in the bundle. */
const PROGRAM = "src/cli/run_program.js";
const SCRIPT_NAME = "program.js.txt";
/** The constants of `src/cli/code_cache/start.ts`. */
const PLACE_OF_SCRIPT = "@script-of-the-program@";
const PLACE_OF_HASH = "@hash-of-the-program@";
const HASH_LETTERS = 16;
/**
 * Pieces of at least this many bytes that are loaded on demand and import no others stay modules: libraries, texts of
 * licences.
 */
const LARGE_PIECE = 32_000;
/** Imports of other pieces, by the kind of import. */
const STATIC_IMPORT = /(?:from|import)"\.\/([^"]+)"/g;
const LOADED = /\bimport\("\.\/([^"]+)"\)/g;

/** The result of adding the script. */
interface Made {
  readonly ok: boolean;
  /** The output of Deno. */
  readonly log: string;
}

/** Adds the script to a bundle. */
export async function addProgramScript(bundle: string, deno: string, signal?: AbortSignal): Promise<Made> {
  using folder = Temporary.folder();
  const modules = [...filesBelow(bundle)].filter((path) => path.endsWith(".js"));
  const texts: [string, string][] = [];
  for (const path of modules) {
    const name = relative(bundle, path).replaceAll("\\", "/");
    const text = await Deno.readTextFile(path);
    texts.push([name, text]);
    await Deno.mkdir(dirname(join(folder.path, name)), { recursive: true });
    // Scripts do not know their address, and threads are started with that of their module.
    const placed = text.replaceAll("import.meta.url", `quarryAt(${JSON.stringify(name)})`);
    await Deno.writeTextFile(join(folder.path, name), placed);
  }
  const output = join(folder.path, "script.cjs");
  const apart = piecesApart(new Map(texts));
  const { success, stderr } = await new Deno.Command(deno, {
    args: [
      ...[
        "bundle",
        "--quiet",
        "--no-config",
        "--no-lock",
        "--minify",
        "--format",
        "cjs",
        "--platform",
        "deno",
      ],
      ...apart.flatMap((name) => ["--external", `./${name}`]),
      ...["--output", output, join(folder.path, PROGRAM)],
    ],
    cwd: folder.path,
    env: { NO_COLOR: "1" },
    stdout: "null",
    stderr: "piped",
    ...(signal ? { signal } : {}),
  }).output();
  const log = new TextDecoder().decode(stderr);
  if (!success) return { ok: false, log };
  // An ASCII text is half as large in memory, and read in a quarter of the time.
  const text = inAscii(await Deno.readTextFile(output)).replace(LOADED, 'quarryLoad("$1")');
  const script = `(function(module,exports,require,quarryAt,quarryLoad){${text}\n})`;
  await write(join(bundle, SCRIPT_NAME), script);
  const hash = createHash("sha256").update(script).digest("hex").slice(0, HASH_LETTERS);
  for (const path of modules) {
    const module = await Deno.readTextFile(path);
    if (!module.includes(PLACE_OF_SCRIPT)) continue;
    const address = relative(dirname(path), join(bundle, SCRIPT_NAME)).replaceAll("\\", "/");
    await write(path, module.replaceAll(PLACE_OF_SCRIPT, address).replaceAll(PLACE_OF_HASH, hash));
  }
  return { ok: true, log };
}

/** Names of pieces in a bundle that stay modules. */
function piecesApart(texts: ReadonlyMap<string, string>): string[] {
  const importsOf = (text: string): string[] => [...text.matchAll(STATIC_IMPORT)].map((found) => found[1]!);
  const needsNone = (name: string): boolean => importsOf(texts.get(name) ?? "").length === 0;
  const isWork = (name: string): boolean => MODULE_COMMANDS.some((work) => name.startsWith(`run_${work}-`));
  // The script can import a module while it runs, but not before it begins.
  const imported = new Set([...texts.values()].flatMap(importsOf));
  const isAlone = (name: string, text: string): boolean =>
    text.length >= LARGE_PIECE && !imported.has(name) && importsOf(text).every(needsNone);
  return [...texts].filter(([name, text]) => !name.includes("/") && (isWork(name) || isAlone(name, text)))
    .map(([name]) => name).sort();
}

/** A minified program in ASCII: other letters occur only in texts and patterns. */
function inAscii(text: string): string {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(text)) {
    throw new Error("String.raw has letters that cannot be escaped");
  }
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The compiled program stores times, and must have the same bytes for the same sources. */
async function write(path: string, text: string): Promise<void> {
  await Deno.writeTextFile(path, text);
  await Deno.utime(path, FILE_TIME, FILE_TIME);
}
