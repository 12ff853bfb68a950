/**
 * The program bundled into few JavaScript files. A compiled program that loads 1,500 modules one by one takes twice as
 * long to start: 390 instead of 190 ms of processor time for a query over a small trace. Modules loaded on demand stay
 * in separate files, and so do the programs of threads.
 * @module
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageOf } from "../npm_cache.ts";
import { putSnappyInside } from "../snappy_module.ts";
import { writeFacts } from "./facts.ts";
import { addLivePage } from "./live_page.ts";
import { giveStableNames } from "./stable_names.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The time of all files in packages, in seconds: as set by packagers, or the first day of 2020. */
export const FILE_TIME: number = Number(Deno.env.get("SOURCE_DATE_EPOCH") || 1577836800);

/** The result of bundling. */
interface Bundle {
  readonly ok: boolean;
  /** The output of Deno. */
  readonly log: string;
  /** Packages with parts in the bundle, as `name@version`. */
  readonly packages: readonly string[];
}

/** The file in the bundle where the compiled program begins. */
export const START = "src/cli/code_cache/start.js";

/** Bundles the program into an empty folder: `cli.js` starts it, and `START` if it is compiled. */
export async function bundle(folder: string, deno: string, signal?: AbortSignal): Promise<Bundle> {
  const { success, stderr } = await new Deno.Command(deno, {
    args: [
      "bundle",
      "--quiet",
      "--code-splitting",
      // Comments would contain folders of this machine, so that two machines would make different programs.
      "--minify",
      "--sourcemap",
      "external",
      "--outdir",
      folder,
      join(ROOT, "cli.ts"),
      join(ROOT, "src/cli/run_program.ts"),
      join(ROOT, START.replace(/js$/, "ts")),
      ...threadPrograms(),
    ],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdout: "null",
    stderr: "piped",
    ...(signal ? { signal } : {}),
  }).output();
  const packages = new Set<string>();
  const made = success ? [...filesBelow(folder)] : [];
  for (const path of made) {
    if (!path.endsWith(".map")) continue;
    for (const source of JSON.parse(await Deno.readTextFile(path)).sources as string[]) {
      const found = packageOf(source);
      if (found) packages.add(`${found.name}@${found.version}`);
    }
    await Deno.remove(path);
  }
  const scripts = made.filter((path) => path.endsWith(".js"));
  if (success) await putSnappyInside(scripts, deno);
  await writeFacts(scripts);
  if (success) await addLivePage(folder, scripts, deno);
  await giveStableNames(scripts);
  // The compiled program keeps these times, and is the same bytes for the same sources.
  for (const path of success ? filesBelow(folder) : []) await Deno.utime(path, FILE_TIME, FILE_TIME);
  return { ok: success, log: new TextDecoder().decode(stderr), packages: [...packages].sort() };
}

/** Modules that only threads load: the bundler does not find them itself. */
export function threadPrograms(): string[] {
  return [...filesBelow(`${ROOT}src`)].filter((path) => /[._]worker\.ts$/.test(path)).sort();
}

/** Paths of all files in a folder and those in it. */
export function* filesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* filesBelow(`${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}
