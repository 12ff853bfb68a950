/**
 * The whole program as one script, beside the modules of its bundle: V8 keeps compiled code for scripts alone, see
 * `src/cli/kept/start.ts`.
 * @module
 */

import { createHash } from "node:crypto";
import { dirname, join, relative } from "node:path";
import { Temporary } from "../../tests/support/temporary.ts";
import { FILE_TIME, filesBelow } from "./bundle.ts";

/** The module of the program in the bundle. */
const PROGRAM = "src/cli/run_program.js";
const SCRIPT_NAME = "program.js.txt";
/** The constants of `src/cli/kept/start.ts`. */
const PLACE_OF_SCRIPT = "@script-of-the-program@";
const PLACE_OF_HASH = "@hash-of-the-program@";
const HASH_LETTERS = 16;

/** What came of it. */
interface Made {
  readonly ok: boolean;
  /** What Deno said. */
  readonly log: string;
}

/** Adds the script to a bundle. */
export async function addProgramScript(bundle: string, deno: string, signal?: AbortSignal): Promise<Made> {
  using folder = Temporary.folder();
  const modules = [...filesBelow(bundle)].filter((path) => path.endsWith(".js"));
  for (const path of modules) {
    const name = relative(bundle, path).replaceAll("\\", "/");
    const text = await Deno.readTextFile(path);
    await Deno.mkdir(dirname(join(folder.path, name)), { recursive: true });
    // Scripts know no address of their own, and threads are started with that of their module.
    const placed = text.replaceAll("import.meta.url", `quarryAt(${JSON.stringify(name)})`);
    await Deno.writeTextFile(join(folder.path, name), placed);
  }
  const output = join(folder.path, "script.cjs");
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
  const text = await Deno.readTextFile(output);
  const script = `(function(module,exports,require,quarryAt){${text}\n})`;
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

/** The compiled program keeps times, and is the same bytes for the same sources. */
async function write(path: string, text: string): Promise<void> {
  await Deno.writeTextFile(path, text);
  await Deno.utime(path, FILE_TIME, FILE_TIME);
}
