/**
 * Sources as modules for browsers: Deno bundles them, since only Deno can read them and their imports unchanged;
 * features of Node.js that browsers lack are replaced.
 * @module
 */

import type { BuildOptions } from "esbuild";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../commands.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const HERE = fileURLToPath(new URL("./", import.meta.url));

/** Methods that older runtimes lack: the one module with effects outside itself. */
export const METHODS = "newer_methods";
/** Replacements of modules of Node.js for browsers. */
const STAND_INS = { "node:zlib": "browser_zlib", "node:process": "browser_process" };
/** The module that provides replacements of Node.js modules to code that requests them at run time. */
const LATER = "browser_builtins";

/** Bundles sources into modules in a folder, together with what browsers need. */
export async function stageSources(
  deno: string,
  entries: readonly string[],
  stage: string,
): Promise<void> {
  await bundle(deno, entries, stage);
  const beside = [METHODS, ...Object.values(STAND_INS), LATER].map((name) => join(HERE, `${name}.ts`));
  await bundle(deno, beside, stage, "--config", join(HERE, "deno.json"), "--lock", join(HERE, "deno.lock"));
}

/** Options of esbuild for making modules for browsers from those of a folder. */
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

/**
 * A module of the program for browsers, with replacements if it requests modules of Node.js at run time; others are
 * unchanged.
 */
async function giveStandIns({ path }: { path: string }): Promise<{ contents: string } | undefined> {
  const asked = "globalThis.process.getBuiltinModule";
  const text = await Deno.readTextFile(path);
  if (!text.includes(asked)) return undefined;
  return {
    contents: `import { builtinModule } from "./${LATER}.js";\n${text.replaceAll(asked, "builtinModule")}`,
  };
}

/** Sources and the packages that they use into self-contained modules. */
async function bundle(
  deno: string,
  entries: readonly string[],
  outdir: string,
  ...more: string[]
): Promise<void> {
  const options = ["--quiet", "--code-splitting", "--platform", "browser"];
  await run(deno, ["bundle", ...options, ...more, "--outdir", outdir, ...entries], { cwd: ROOT });
}
