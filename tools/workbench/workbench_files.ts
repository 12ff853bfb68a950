/**
 * The workbench's sources and what is made of them: one file with its script and its style, packed.
 * @module
 */

import { createHash } from "node:crypto";

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

/** Whether the committed bundle is of these sources. */
export function isWorkbenchCurrent(): boolean {
  try {
    return NOTED.exec(Deno.readTextFileSync(new URL(TARGET, ROOT)))?.[1] === sourcesDigest();
  } catch {
    return false;
  }
}
