/**
 * The workbench's sources and the file generated from them, with its script and its style, compressed.
 * @module
 */

import { fileURLToPath } from "node:url";
import { FLAME_STYLE } from "../../src/report/flame/flame_style.ts";
import { SOURCE_STYLE } from "../../src/report/source/source_style.ts";
import { Temporary } from "../../tests/support/temporary.ts";
import { run } from "../commands.ts";

const ROOT = new URL("../../", import.meta.url);
/** Folder of the sources. */
const SOURCES = new URL("workbench/", ROOT);
/** Path of the generated file. */
export const TARGET = "src/serve/workbench_bundle.ts";

/** Characters in a line of a generated file. */
export const LINE_LENGTH = 100;

/** The script that starts in a file of `workbench/`, bundled for browsers. */
export async function bundled(main: string): Promise<string> {
  using temporary = Temporary.folder();
  const script = `${temporary.path}/script.js`;
  const place = (name: string): string => fileURLToPath(new URL(name, SOURCES));
  await run(Deno.execPath(), [
    ...["bundle", "--quiet", "--platform", "browser", "--minify", "--frozen"],
    ...["--config", place("deno.json"), "--lock", place("deno.lock")],
    ...["--output", script, place(main)],
  ], { cwd: ROOT });
  return await Deno.readTextFile(script);
}

/** The style sheet of the workbench. */
export async function workbenchStyle(): Promise<string> {
  return FLAME_STYLE + SOURCE_STYLE + await Deno.readTextFile(new URL("style.css", SOURCES));
}

/** The first line of a generated file: `task` makes it. */
export function madeBy(task: string): string {
  return `// Made by deno task ${task}: do not edit.\n` +
    "// deno-fmt-ignore-file\n// deno-lint-ignore-file\n\n";
}

/** A constant whose value is split into lines short enough for editors, each a literal. */
export function constant(name: string, literals: readonly string[]): string {
  return `export const ${name}: string = [\n${
    literals.map((literal) => `  ${literal},`).join("\n")
  }\n].join("");\n`;
}
