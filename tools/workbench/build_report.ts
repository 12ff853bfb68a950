/**
 * `deno task reports`: bundles `workbench/report/` into one committed file, as `build.ts` does with the workbench.
 * With `--check` it only says whether that file is what these sources give.
 * @module
 */

import { fileURLToPath } from "node:url";
import { run, say } from "../commands.ts";
import { REPORT_SOURCES, REPORT_TARGET, reportDigest } from "./report_files.ts";

const ROOT = new URL("../../", import.meta.url);
const LIMIT = 100;

async function bundled(): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    const place = (name: string): string => fileURLToPath(new URL(name, REPORT_SOURCES));
    await run(Deno.execPath(), [
      ...["bundle", "--quiet", "--platform", "browser", "--minify", "--frozen"],
      ...["--config", place("../deno.json"), "--lock", place("../deno.lock")],
      ...["--output", `${folder}/page.js`, place("main.ts")],
    ], { cwd: ROOT });
    return (await Deno.readTextFile(`${folder}/page.js`)).trim();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const script = await bundled();
// The script stands in the page itself.
if (/<\/script|<!--/i.test(script)) throw new Error("The script has what would end it");
const target = new URL(REPORT_TARGET, ROOT);

if (Deno.args.includes("--check")) {
  const { SCRIPT } = await import(target.href) as { SCRIPT: string };
  if (SCRIPT !== script) {
    say(`${REPORT_TARGET} is out of date: run deno task reports`);
    Deno.exit(1);
  }
} else {
  const pieces = script.match(new RegExp(`[^]{1,${LIMIT}}`, "gu")) ?? [];
  await Deno.writeTextFile(
    target,
    `// Made by deno task reports: do not edit.\n// Of sources ${reportDigest()}\n// deno-fmt-ignore-file\n` +
      "// deno-lint-ignore-file\n\n/** The script of the page of a report: it reads what is in the page and makes text of it, never HTML. */\n" +
      `export const SCRIPT: string = [\n${
        pieces.map((piece) => `  ${JSON.stringify(piece)},`).join("\n")
      }\n].join("");\n`,
  );
  say(`${REPORT_TARGET}: ${script.length} bytes`);
}
