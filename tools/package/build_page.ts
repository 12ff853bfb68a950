/**
 * The workbench without a server: `deno task page [FOLDER]` writes a folder of static files, `dist/page` by default.
 * Its script contains the program of the engine's worker, so that it also runs if a page may load no other file.
 * `--live FILE` writes the page into which `quarry report --live` puts traces, as gzip.
 * @module
 */

import { build, type BuildOptions, stop } from "esbuild";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { createHash } from "node:crypto";
import { licensedParts, licenseTexts } from "../../src/cli/licenses/notice.ts";
import { liveTemplate, scriptInPage } from "../../src/page/live_page.ts";
import { staticPage } from "../../src/serve/page.ts";
import { say } from "../commands.ts";
import { putSnappyInside } from "../snappy_module.ts";
import { bundled, workbenchStyle } from "../workbench/workbench_files.ts";
import { forBrowsers, METHODS, stageSources } from "./browser_sources.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The program of the worker as one script, including that of the engine's threads. */
async function engineScript(deno: string): Promise<string> {
  const stage = await Deno.makeTempDir({ prefix: "quarry-page-" });
  try {
    const sources = ["src/page/start_engine.ts", "src/page/start_crew.ts"];
    await stageSources(deno, sources.map((each) => join(ROOT, each)), stage);
    const scripts = [...Deno.readDirSync(stage)].map(({ name }) => join(stage, name));
    await putSnappyInside(scripts, deno);
    const script = async (main: string, options: BuildOptions): Promise<string> => {
      const entry = join(stage, `of_${main}`);
      await Deno.writeTextFile(entry, `import "./${METHODS}.js";\nimport "./${main}";\n`);
      const { outputFiles } = await build({
        absWorkingDir: stage,
        entryPoints: [entry],
        bundle: true,
        write: false,
        minify: true,
        keepNames: true,
        format: "iife",
        ...forBrowsers(stage),
        external: ["node:*"],
        logLevel: "error",
        ...options,
      });
      return withoutFolders(outputFiles![0]!.text);
    };
    // Only other runtimes look for files beside the script.
    const define = { "import.meta.url": '"about:blank"' };
    const crew = await script("start_crew.js", { define });
    return await script("start_engine.js", {
      // Programs of other threads are included only for their addresses; they would start if this name
      // existed.
      banner: { js: "delete globalThis.WorkerGlobalScope;" },
      define: { ...define, QUARRY_CREW: JSON.stringify(crew) },
    });
  } finally {
    await stop();
    await Deno.remove(stage, { recursive: true });
  }
}

/**
 * CommonJS modules are named by their files: names without folders are the same on every machine, and reveal nothing
 * about it.
 */
function withoutFolders(script: string): string {
  return script.replaceAll(/"\.\.\/[^"\n]*\/([^"/\n]+\.[cm]?js)"(?=\()/g, '"$1"');
}

/** The files of the page by name. */
async function pageFiles(deno = Deno.execPath()): Promise<Record<string, string>> {
  const engine = await engineScript(deno);
  const packed = gzipSync(engine, { level: 9 }).toString("base64");
  const app = await bundled("page/main.ts");
  return {
    "index.html": staticPage(),
    // The worker's program is a constant of the script around it.
    "quarry.js": `"use strict";(async()=>{const QUARRY_ENGINE="${packed}";\n${app}\n})();\n`,
    "style.css": await workbenchStyle(),
    "LICENSES.txt": licenseTexts([...new Set([...licensedParts("library"), ...licensedParts("program")])]),
  };
}

/** The page as one file without traces, as gzip: reproducible bytes for the same sources. */
async function packedLivePage(): Promise<Uint8Array> {
  const { "quarry.js": script = "", "style.css": style = "", "LICENSES.txt": licenses = "" } =
    await pageFiles();
  const digest = createHash("sha256").update(scriptInPage(script)).digest("base64");
  return gzipSync(liveTemplate({ script, digest, style, licenses }), { level: 9 });
}

/** Writes the page into a folder; returns the size of each file. */
export async function writePage(folder: string): Promise<Record<string, number>> {
  await Deno.mkdir(folder, { recursive: true });
  const sizes: Record<string, number> = {};
  for (const [name, text] of Object.entries(await pageFiles())) {
    await Deno.writeTextFile(join(folder, name), text);
    sizes[name] = text.length;
  }
  return sizes;
}

if (import.meta.main) {
  const [first, second] = Deno.args;
  if (first === "--live" && second !== undefined) await Deno.writeFile(second, await packedLivePage());
  else {
    const folder = first ?? join(ROOT, "dist/page");
    for (const [name, size] of Object.entries(await writePage(folder))) {
      say(`${join(folder, name)}: ${size} bytes`);
    }
  }
}
