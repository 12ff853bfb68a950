/**
 * `deno task workbench`: bundles `workbench/` into one committed file, so that running and testing need no bundler. With
 * `--check` it only says whether that file is what these sources give.
 * @module
 */

import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { FLAME_STYLE } from "../../src/report/flame/flame_style.ts";
import { SOURCE_STYLE } from "../../src/report/source/source_style.ts";
import { run, say } from "../commands.ts";
import { SOURCES, sourcesDigest, TARGET } from "./workbench_files.ts";

const ROOT = new URL("../../", import.meta.url);
const LIMIT = 100;

async function bundled(): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    const place = (name: string): string => fileURLToPath(new URL(name, SOURCES));
    await run(Deno.execPath(), [
      ...["bundle", "--quiet", "--platform", "browser", "--minify", "--frozen"],
      ...["--config", place("deno.json"), "--lock", place("deno.lock")],
      ...["--output", `${folder}/app.js`, place("main.ts")],
    ], { cwd: ROOT });
    return await Deno.readTextFile(`${folder}/app.js`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const packed = (text: string): string => gzipSync(text, { level: 9 }).toString("base64");

/** A text as lines that an editor can open. */
function literal(name: string, text: string): string {
  const lines = text.match(new RegExp(`.{1,${LIMIT}}`, "g")) ?? [];
  return `export const ${name}: string = [\n${lines.map((line) => `  "${line}",`).join("\n")}\n].join("");\n`;
}

const app = await bundled();
const style = FLAME_STYLE + SOURCE_STYLE + await Deno.readTextFile(new URL("style.css", SOURCES));
const target = new URL(TARGET, ROOT);

if (Deno.args.includes("--check")) {
  const { APP, STYLE } = await import(target.href) as { APP: string; STYLE: string };
  const unpacked = (text: string): string => gunzipSync(Uint8Array.fromBase64(text)).toString();
  // Packed bytes differ between versions of zlib; what is in them must not.
  if (unpacked(APP) !== app || unpacked(STYLE) !== style) {
    say(`${TARGET} is out of date: run deno task workbench`);
    Deno.exit(1);
  }
} else {
  const text =
    `// Made by deno task workbench: do not edit.\n// Of sources ${sourcesDigest()}\n// deno-fmt-ignore-file\n` +
    "// deno-lint-ignore-file\n\n" +
    "/** The script of the workbench: gzip, base64. */\n" + literal("APP", packed(app)) +
    "\n/** Its style sheet, packed in the same way. */\n" + literal("STYLE", packed(style));
  await Deno.writeTextFile(target, text);
  say(`${TARGET}: ${app.length} bytes of script, ${style.length} of style, ${text.length} in the program`);
}
