/**
 * The steps of the gate. Each either starts a program or looks itself; what it says is shown when it fails.
 * @module
 */

import { CHECKED_TARGET, isCheckedCurrent } from "../kernels/checked_module.ts";
import { stale as staleEditors } from "../editors/files.ts";
import { GUARDS, isCurrent, sortedKernels } from "../kernels/kernel_files.ts";
import { kernelStyle } from "../kernels/style.ts";
import { isCurrent as isSdkCurrent } from "../mcp_sdk/sdk_file.ts";
import { isReportCurrent, REPORT_TARGET } from "../workbench/report_files.ts";
import { isWorkbenchCurrent, TARGET as WORKBENCH_TARGET } from "../workbench/workbench_files.ts";
import { unusedExports } from "./unused_exports.ts";

/** One step. */
export interface Step {
  readonly name: string;
  /** What is wrong; empty when nothing is. */
  readonly run: () => Promise<string>;
  /** Takes long, or needs a package of its own: for continuous integration. */
  readonly isLong?: boolean;
}

const ROOT = new URL("../../", import.meta.url);
const TESTS = ["--config", "tests/deno.json", "--lock", "tests/deno.lock"];
const MUTATE = ["--config", "tools/mutate/deno.json", "--lock", "tools/mutate/deno.lock"];
const WRITERS = ["--config", "tests/bench/writers/deno.json", "--lock", "tests/bench/writers/deno.lock"];
const SMALL = ["--config", "tests/bench/small/deno.json", "--lock", "tests/bench/small/deno.lock"];
const PACKAGE = ["--config", "tools/package/deno.json", "--lock", "tools/package/deno.lock"];
const WORKBENCH = ["--config", "workbench/deno.json", "--lock", "workbench/deno.lock"];
const KERNELS = ["--config", "tools/kernels/deno.json", "--lock", "tools/kernels/deno.lock"];

/** Tests that hold what is committed against what the sources say: answers, screens of text, documents. */
const CURRENT = [
  "golden",
  "docs_test",
  "cli/cookbook_test",
  "cli/help_test",
  "cli/man_test",
  "completions_test",
  "pictures_test",
  "limits",
];

/** The entry points of the package. */
const ENTRIES = ["mod.ts", "formats.ts", "cli.ts"];

/** Files with what the library exports; their examples are run. */
export const EXAMPLES: readonly string[] = [
  "src/library",
  "src/assist/answers.ts",
  "src/base/diagnostic.ts",
  "src/base/errors.ts",
  "src/base/result_table.ts",
  "src/events/trace_sink.ts",
];

/** What must not be in a package that people install. */
const NOT_PUBLISHED = /\/(?:tests|testdata|tools|\.ci)\//;

async function deno(...args: string[]): Promise<{ readonly success: boolean; readonly text: string }> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { success, text: decoder.decode(stdout) + decoder.decode(stderr) };
}

/** A step that is one call of Deno. */
function call(name: string, ...args: string[]): Step {
  return {
    name,
    async run() {
      const { success, text } = await deno(...args);
      return success ? "" : text.trim() || "It failed without a word";
    },
  };
}

async function checkPackage(): Promise<string> {
  const { success, text } = await deno("publish", "--dry-run", "--allow-dirty");
  const files = [...text.matchAll(/^ +(file:\S+) \(/gm)].map(([, file]) => file!.slice(ROOT.href.length - 1));
  if (!success || files.length === 0) return text;
  const wrong = files.filter((file) => NOT_PUBLISHED.test(file));
  return wrong.map((file) => `${file} is in the package`).join("\n");
}

/** Whether the SDK of `quarry mcp` is what its sources make. */
function checkSdk(): Promise<string> {
  return Promise.resolve(isSdkCurrent() ? "" : "src/mcp/sdk.js is out of date: run deno task sdk");
}

/** Whether grammars for editors have the words of the language. */
function checkEditors(): Promise<string> {
  return Promise.resolve(
    staleEditors().map((path) => `${path} is out of date: run deno task editors`).join("\n"),
  );
}

async function checkKernels(): Promise<string> {
  const kernels = sortedKernels("src");
  const stale = [...kernels, ...sortedKernels(GUARDS)].filter((kernel) => !isCurrent(kernel)).map((
    { target },
  ) => target);
  if (!isCheckedCurrent(kernels)) stale.push(CHECKED_TARGET);
  const lines = stale.map((target) => `${target} is out of date: run deno task kernels`);
  return [...lines, ...await kernelStyle()].join("\n");
}

/** All steps, long ones last. */
export const STEPS: readonly Step[] = [
  call("format", "fmt", "--check"),
  call("lint", "lint"),
  call(
    "types",
    "check",
    "mod.ts",
    "formats.ts",
    "cli.ts",
    "src",
    "tools/compile",
    "tools/editors",
    "tools/gate",
    "tools/house",
    "tools/release",
    "tools/workbench",
    "tools/test",
  ),
  call("types of tests", "check", ...TESTS, "tests", "tools/pictures"),
  call("types of the workbench", "check", ...WORKBENCH, "workbench"),
  call("documentation", "doc", "--lint", ...ENTRIES),
  call(
    "examples in documentation",
    "test",
    "--doc",
    "--allow-read",
    // One of the programs of the page writes files for other tools.
    "--allow-write",
    ...ENTRIES,
    "docs/library.md",
    ...EXAMPLES,
  ),
  { name: "kernels", run: checkKernels },
  { name: "library of quarry mcp", run: checkSdk },
  {
    name: "workbench",
    run: () =>
      Promise.resolve(
        isWorkbenchCurrent() ? "" : `${WORKBENCH_TARGET} is out of date: run deno task workbench`,
      ),
  },
  {
    name: "script of reports",
    run: () =>
      Promise.resolve(isReportCurrent() ? "" : `${REPORT_TARGET} is out of date: run deno task reports`),
  },
  { name: "grammars for editors", run: checkEditors },
  { name: "exports that nobody imports", run: () => Promise.resolve(unusedExports().join("\n")) },
  { name: "package", run: checkPackage },
  call("answers, help and documents", "run", "-A", "tools/test/run.ts", ...CURRENT),
  { ...call("types of the bench of writers", "check", ...WRITERS, "tests/bench/writers"), isLong: true },
  { ...call("types of the bench of small things", "check", ...SMALL, "tests/bench/small"), isLong: true },
  { ...call("types of the package's tool", "check", ...PACKAGE, "tools/package"), isLong: true },
  { ...call("types of the mutation tool", "check", ...MUTATE, "tools/mutate"), isLong: true },
  { ...call("library of quarry mcp, anew", "run", "-A", "tools/mcp_sdk/build.ts", "--check"), isLong: true },
  {
    ...call("workbench, bundled anew", "run", "-A", "tools/workbench/build.ts", "--check"),
    isLong: true,
  },
  {
    ...call("script of reports, bundled anew", "run", "-A", "tools/workbench/build_report.ts", "--check"),
    isLong: true,
  },
  {
    ...call("kernels, compiled anew", "run", "-A", ...KERNELS, "tools/kernels/build.ts", "--check"),
    isLong: true,
  },
];
