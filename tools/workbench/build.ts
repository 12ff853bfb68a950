/**
 * `deno task workbench`: bundles `workbench/` into one committed file, so that running and testing need no bundler.
 * With `--check` it only reports whether that file is up to date.
 * @module
 */

import { gunzipSync, gzipSync } from "node:zlib";
import { say } from "../commands.ts";
import { bundled, constant, LINE_LENGTH, madeBy, TARGET, workbenchStyle } from "./workbench_files.ts";

const ROOT = new URL("../../", import.meta.url);

function packed(name: string, text: string): string {
  const base64 = gzipSync(text, { level: 9 }).toString("base64");
  const lines = base64.match(new RegExp(`.{1,${LINE_LENGTH}}`, "g")) ?? [];
  return constant(name, lines.map((line) => `"${line}"`));
}

const app = await bundled("main.ts");
const style = await workbenchStyle();
const target = new URL(TARGET, ROOT);

if (Deno.args.includes("--check")) {
  const { APP, STYLE } = await import(target.href) as { APP: string; STYLE: string };
  const unpacked = (text: string): string => gunzipSync(Uint8Array.fromBase64(text)).toString();
  // Compressed bytes differ between versions of zlib; their content must not.
  if (unpacked(APP) !== app || unpacked(STYLE) !== style) {
    say(`${TARGET} is out of date: run deno task workbench`);
    Deno.exit(1);
  }
} else {
  const text = madeBy("workbench") +
    "/** The script of the workbench: gzip, base64. */\n" + packed("APP", app) +
    "\n/** Its style sheet, packed in the same way. */\n" + packed("STYLE", style);
  await Deno.writeTextFile(target, text);
  say(`${TARGET}: ${app.length} bytes of script, ${style.length} of style, ${text.length} in the program`);
}
