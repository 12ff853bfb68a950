/**
 * `deno task reports`: bundles `workbench/report/` into one committed file, like `build.ts` for the workbench. With
 * `--check` it only reports whether that file is up to date.
 * @module
 */

import { say } from "../commands.ts";
import { bundled, constant, LINE_LENGTH, madeBy } from "./workbench_files.ts";

const ROOT = new URL("../../", import.meta.url);
/** Path of the generated file. */
const REPORT_TARGET = "src/report/script.ts";

const script = (await bundled("report/main.ts")).trim();
// The script is in the page itself.
if (/<\/script|<!--/i.test(script)) throw new Error("The script has what would end it");
const target = new URL(REPORT_TARGET, ROOT);

if (Deno.args.includes("--check")) {
  const { SCRIPT } = await import(target.href) as { SCRIPT: string };
  if (SCRIPT !== script) {
    say(`${REPORT_TARGET} is out of date: run deno task reports`);
    Deno.exit(1);
  }
} else {
  const pieces = script.match(new RegExp(`[^]{1,${LINE_LENGTH}}`, "gu")) ?? [];
  await Deno.writeTextFile(
    target,
    madeBy("reports") +
      "/** The script of the page of a report: it reads what is in the page and makes text of it, never HTML. */\n" +
      constant("SCRIPT", pieces.map((piece) => JSON.stringify(piece))),
  );
  say(`${REPORT_TARGET}: ${script.length} bytes`);
}
