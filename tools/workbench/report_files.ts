/**
 * The sources of the script of `quarry report`, and the file that is made of them.
 * @module
 */

import { createHash } from "node:crypto";
import { FROM_PROGRAM } from "./workbench_files.ts";

const ROOT = new URL("../../", import.meta.url);
/** Folder of the sources. */
const REPORT_SOURCES = new URL("workbench/report/", ROOT);
/** What is made. */
export const REPORT_TARGET = "src/report/script.ts";

/** What the script takes from the program and the workbench. */
const SHARED = [
  ...FROM_PROGRAM,
  "workbench/dom.ts",
  "workbench/flame.ts",
];

/** A sum over everything that the script is made of. */
export function reportDigest(): string {
  const sum = createHash("sha256");
  const own = [...Deno.readDirSync(REPORT_SOURCES)].map(({ name }) => name).filter((name) =>
    name.endsWith(".ts")
  );
  const files = [...own.map((name) => `workbench/report/${name}`), "workbench/deno.json", ...SHARED].sort();
  for (const file of files) sum.update(`${file}\n${Deno.readTextFileSync(new URL(file, ROOT))}\n`);
  return sum.digest("hex");
}
