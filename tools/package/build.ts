/**
 * The library as a package of npm: `deno task npm [FOLDER]` writes a folder, `dist/npm` by default, with its tarball.
 * Deno bundles the sources, since only Deno can read them and their imports unchanged; esbuild then writes code that
 * Node.js 22 and browsers understand (neither has `using`), once for programs with `node:zlib` and once for browsers.
 * The usual builder of such packages, dnt, is not on npm.
 * @module
 */

import { build, type BuildOptions, stop } from "esbuild";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import project from "../../deno.json" with { type: "json" };
import { licensedParts, licenseTexts } from "../../src/cli/licenses/notice.ts";
import { run } from "../commands.ts";
import { cachedFile } from "../npm_cache.ts";
import { forBrowsers, METHODS, stageSources } from "./browser_sources.ts";
import { declarationsOf } from "./declarations.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const HERE = fileURLToPath(new URL("./", import.meta.url));
/** Entry points. The program is not among them: Deno runs it, also from npm. */
const ENTRIES = ["mod", "formats", "errors", "worker"];
/** Entry points without the engine, so that importing only those loads nothing else. */
const LIGHT = ["errors", "worker"];
/** The program of the worker, which `worker` starts by its address. */
const ENGINE = "start_engine";
/** A trace for a newcomer's first program. */
const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
/** The module with the location of the sample, also for bundlers. */
const SAMPLE_MODULE = {
  "sample.js": 'export const sample = new URL("./sample.mtrc", import.meta.url);\n',
  "sample.d.ts":
    "/** A small trace of mpatrol that comes with the package. */\nexport declare const sample: URL;\n",
};
/** The first Node.js 22 whose `node:zlib` has zstd. */
const NODE = "22.15";
/** The file that the snappy decoder loads from its own folder. */
const SNAPPY = "snappy_bg.wasm";

/** Writes the package into an empty folder, and packs it; returns the path of the tarball. */
async function buildPackage(folder: string, deno = Deno.execPath()): Promise<string> {
  const stage = await Deno.makeTempDir({ prefix: "quarry-npm-" });
  try {
    const sources = [...ENTRIES.map((name) => `${name}.ts`), `src/worker/${ENGINE}.ts`];
    await stageSources(deno, sources.map((path) => join(ROOT, path)), stage);
    await Deno.writeTextFile(join(stage, `${ENGINE}.js`), `import "./src/worker/${ENGINE}.js";\n`);
    for (const name of [...ENTRIES, ENGINE].filter((each) => !LIGHT.includes(each))) {
      const path = join(stage, `${name}.js`);
      await Deno.writeTextFile(path, `import "./${METHODS}.js";\n${await Deno.readTextFile(path)}`);
    }
    const common: BuildOptions = {
      absWorkingDir: stage,
      entryPoints: [...ENTRIES, ENGINE, METHODS].map((name) => join(stage, `${name}.js`)),
      bundle: true,
      splitting: true,
      // Errors show the line that threw them, and bundlers minify what they include.
      keepNames: true,
      format: "esm",
      logLevel: "error",
    };
    await build({
      ...common,
      platform: "node",
      target: `node${NODE}`,
      external: ["node:*"],
      outdir: join(folder, "node"),
    });
    await build({
      ...common,
      ...forBrowsers(stage),
      outdir: join(folder, "browser"),
    });
    for (const kind of ["node", "browser"]) await finishModules(join(folder, kind));
    const snappy = await cachedFile(`snappy-wasm/0.3.0/es/${SNAPPY}`, deno);
    for (const kind of ["node", "browser"]) await Deno.copyFile(snappy, join(folder, kind, SNAPPY));
  } finally {
    await stop();
    await Deno.remove(stage, { recursive: true });
  }
  for (const name of ENTRIES) {
    await Deno.writeTextFile(join(folder, `${name}.d.ts`), declarationsOf(join(ROOT, `${name}.ts`)));
  }
  await Deno.writeTextFile(join(folder, "package.json"), JSON.stringify(manifest(), null, 2) + "\n");
  await Deno.copyFile(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  await Deno.writeTextFile(join(folder, "LICENSES.txt"), licenseTexts(licensedParts("library")));
  await Deno.copyFile(join(HERE, "README.md"), join(folder, "README.md"));
  await Deno.copyFile(join(ROOT, SAMPLE), join(folder, "sample.mtrc"));
  for (const [name, text] of Object.entries(SAMPLE_MODULE)) {
    await Deno.writeTextFile(join(folder, name), text);
  }
  return await pack(folder);
}

/**
 * The bundler adds an underscore to classes that refer to themselves; here they get back their names, which errors and
 * inspectors show. Also renames the worker's program.
 */
async function finishModules(folder: string): Promise<void> {
  let starts = 0;
  for (const { name } of Deno.readDirSync(folder)) {
    if (!name.endsWith(".js")) continue;
    const path = join(folder, name);
    const text = (await Deno.readTextFile(path)).replaceAll(/(__name\(\w+, ")_(?=[A-Z]\w*"\))/g, "$1");
    starts += text.split(`"./${ENGINE}.ts"`).length - 1;
    await Deno.writeTextFile(path, text.replaceAll(`"./${ENGINE}.ts"`, `"./${ENGINE}.js"`));
  }
  if (starts !== 2) throw new Error(`The worker is started in ${starts} places, of pages and of Node.js`);
}

function manifest(): Record<string, unknown> {
  const entry = (name: string): Record<string, string> => ({
    types: `./${name}.d.ts`,
    browser: `./browser/${name}.js`,
    default: `./node/${name}.js`,
  });
  return {
    name: project.name,
    version: project.version,
    description: "Opens memory, API and coverage traces and answers questions about them",
    license: project.license,
    type: "module",
    keywords: ["heap", "leak", "memory", "profiler", "coverage", "trace"],
    engines: { node: `>=${NODE}` },
    // For tools that do not know "exports".
    main: "./node/mod.js",
    types: "./mod.d.ts",
    exports: {
      ".": entry("mod"),
      "./formats": entry("formats"),
      "./errors": entry("errors"),
      "./worker": entry("worker"),
      "./sample": { types: "./sample.d.ts", default: "./sample.js" },
      "./package.json": "./package.json",
    },
    // Modules that a bundler must keep although none of their exports are used.
    sideEffects: ["node", "browser"].flatMap((kind) =>
      [METHODS, ENGINE].map((name) => `./${kind}/${name}.js`)
    ),
    files: ["node", "browser", "*.d.ts", "sample.*", "LICENSES.txt"],
  };
}

/** Packs a folder into a tarball in it. */
async function pack(folder: string): Promise<string> {
  return join(folder, (await run("npm", ["pack", "--silent"], { cwd: folder })).trim().split("\n").at(-1)!);
}

if (import.meta.main) {
  const folder = Deno.args[0] ?? join(ROOT, "dist/npm");
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  const tarball = await buildPackage(folder);
  await Deno.stdout.write(new TextEncoder().encode(`${tarball}\n`));
}
