/**
 * The workbench's sources and what is made of them: one file with its script and its style, packed.
 * @module
 */

import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { FLAME_STYLE } from "../../src/report/flame/flame_style.ts";
import { SOURCE_STYLE } from "../../src/report/source/source_style.ts";
import { Temporary } from "../../tests/support/temporary.ts";
import { run } from "../commands.ts";

const ROOT = new URL("../../", import.meta.url);
/** Folder of the sources. */
export const SOURCES = new URL("workbench/", ROOT);
/** What is made. */
export const TARGET = "src/serve/workbench_bundle.ts";

/** What the scripts of the workbench and of reports take from the program. */
export const FROM_PROGRAM: readonly string[] = [
  "src/base/grouped.ts",
  "src/render/number_text.ts",
  "src/report/flame/call_tree.ts",
  "src/report/flame/flame_layout.ts",
];

/** What the workbench alone takes. */
const SOURCE_ROOM = ["drawing", "lines", "queries", "style"].map((name) =>
  `src/report/source/source_${name}.ts`
);

/** Characters in a line of a made file. */
export const LINE_LENGTH = 100;

const NOTED = /^\/\/ Of sources ([0-9a-f]{64})$/m;

/** A sum over everything that the bundle is made of. */
export function sourcesDigest(): string {
  const sum = createHash("sha256");
  const names = [...Deno.readDirSync(SOURCES)].map(({ name }) => name).filter((name) =>
    /\.(ts|css|json|lock)$/.test(name)
  );
  const files = [
    ...names.map((name) => new URL(name, SOURCES)),
    ...["src/serve/api_types.ts", "src/report/flame/flame_style.ts", ...FROM_PROGRAM, ...SOURCE_ROOM]
      .map((name) => new URL(name, ROOT)),
  ];
  for (const file of files.sort((a, b) => (a.href < b.href ? -1 : 1))) {
    sum.update(file.pathname.split("/").at(-1)! + "\n" + Deno.readTextFileSync(file) + "\n");
  }
  return sum.digest("hex");
}

/** Whether a committed bundle is of the sources with this sum. */
export function isMadeOf(target: string, digest: () => string): boolean {
  try {
    return NOTED.exec(Deno.readTextFileSync(new URL(target, ROOT)))?.[1] === digest();
  } catch {
    return false;
  }
}

/** The script that begins in a file of `workbench/`, in one piece for browsers. */
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

/** What a made file begins with: `task` makes it, of the sources with this sum. */
export function madeBy(task: string, digest: string): string {
  return `// Made by deno task ${task}: do not edit.\n// Of sources ${digest}\n` +
    "// deno-fmt-ignore-file\n// deno-lint-ignore-file\n\n";
}

/** A constant whose value is on lines that an editor can open, each a literal. */
export function constant(name: string, literals: readonly string[]): string {
  return `export const ${name}: string = [\n${
    literals.map((literal) => `  ${literal},`).join("\n")
  }\n].join("");\n`;
}
