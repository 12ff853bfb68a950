/**
 * Sources as modules for browsers: Deno bundles them, since only it reads them and their imports as they are; what Node.js has
 * and browsers lack is replaced.
 * @module
 */

import type { BuildOptions } from "esbuild";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../commands.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const HERE = fileURLToPath(new URL("./", import.meta.url));

/** Methods that older runtimes lack: the one module that changes anything outside of itself. */
export const METHODS = "newer_methods";
/** Modules that take the place of those of Node.js in browsers. */
const STAND_INS = { "node:zlib": "browser_zlib", "node:process": "browser_process" };
/** What gives them to code that asks for them when it needs them. */
const LATER = "browser_builtins";

/** Bundles sources into modules in a folder, and what browsers need beside them. */
export async function stageSources(
  deno: string,
  entries: readonly string[],
  stage: string,
): Promise<void> {
  await bundle(deno, entries, stage);
  const beside = [METHODS, ...Object.values(STAND_INS), LATER].map((name) => join(HERE, `${name}.ts`));
  await bundle(deno, beside, stage, "--config", join(HERE, "deno.json"), "--lock", join(HERE, "deno.lock"));
}

/** How esbuild makes modules for browsers out of those of a folder. */
export function forBrowsers(stage: string): BuildOptions {
  return {
    platform: "browser",
    target: ["chrome120", "firefox121", "safari17"],
    alias: Object.fromEntries(
      Object.entries(STAND_INS).map(([name, file]) => [name, join(stage, `${file}.js`)]),
    ),
    plugins: [{ name: LATER, setup: ({ onLoad }) => onLoad({ filter: /\.js$/ }, giveStandIns) }],
  };
}

/** A module of the program for browsers, when it asks for modules of Node.js while it runs; others stay as they are. */
async function giveStandIns({ path }: { path: string }): Promise<{ contents: string } | undefined> {
  const asked = "globalThis.process.getBuiltinModule";
  const text = await Deno.readTextFile(path);
  if (!text.includes(asked)) return undefined;
  return {
    contents: `import { builtinModule } from "./${LATER}.js";\n${text.replaceAll(asked, "builtinModule")}`,
  };
}

/** Sources and the packages that they use as modules without either. */
async function bundle(
  deno: string,
  entries: readonly string[],
  outdir: string,
  ...more: string[]
): Promise<void> {
  const options = ["--quiet", "--code-splitting", "--platform", "browser"];
  await run(deno, ["bundle", ...options, ...more, "--outdir", outdir, ...entries], { cwd: ROOT });
}
