/**
 * The steps of the gate. Each either starts a program or checks something itself; its output is shown if it fails.
 * @module
 */

import { CHECKED_TARGET, isCheckedCurrent } from "../kernels/checked_module.ts";
import { stale as staleEditors } from "../editors/files.ts";
import { GUARDS, isCurrent, sortedKernels } from "../kernels/kernel_files.ts";
import { kernelStyle } from "../kernels/style.ts";
import { isCurrent as isSdkCurrent } from "../mcp_sdk/sdk_file.ts";
import { unusedExports } from "./unused_exports.ts";
import { checkWords } from "./words.ts";

/** One step. */
export interface Step {
  readonly name: string;
  /** The errors; empty if there are none. */
  readonly run: () => Promise<string>;
  /** Whether it takes long, or needs a separate package: for continuous integration. */
  readonly isLong?: boolean;
}

const ROOT = new URL("../../", import.meta.url);

/** Options that select a folder's own configuration and lock file. */
function settingsOf(folder: string): string[] {
  return ["--config", `${folder}/deno.json`, "--lock", `${folder}/deno.lock`];
}

/** Tests that compare committed files with the sources: answers, screens of text, documents, rooms. */
const CURRENT = [
  "golden",
  "docs_test",
  "cli/args_test",
  "cli/cookbook_test",
  "cli/help_test",
  "cli/man_test",
  "completions_test",
  "pictures_test",
  "limits",
  "memory/layouts_test",
  "conformance/schema_test",
  "rooms_test",
];

/** The entry points of the package. */
const ENTRIES = ["mod.ts", "formats.ts", "errors.ts", "worker.ts", "cli.ts"];

/** Files with exports of the library, whose examples are run. */
export const EXAMPLES: readonly string[] = [
  "src/library",
  "src/assist/answers.ts",
  "src/base/diagnostic.ts",
  "src/base/errors.ts",
  "src/base/left_out.ts",
  "src/base/result_table.ts",
  "src/engine/reload.ts",
  "src/events/trace_sink.ts",
  "src/formats/headline_question.ts",
  "src/headline/headline.ts",
  "src/headline/headline_about.ts",
  "src/ingest/file_change.ts",
  "src/worker/quarry.ts",
  "src/worker/result.ts",
];

/** Folders that must not be in a published package. */
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

/** A step with advice if it fails. */
function advised(advice: string, { name, run }: Step): Step {
  return {
    name,
    async run() {
      const wrong = await run();
      return wrong === "" ? "" : `${wrong}\n\n${advice}`;
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

/** The types of a folder with its own configuration. */
function types(what: string, folder: string): Step {
  return call(`types of ${what}`, "check", ...settingsOf(folder), folder);
}

const LONG: readonly Step[] = [
  types("the bench of writers", "tests/bench/writers"),
  types("the bench of small things", "tests/bench/small"),
  types("the package's tool", "tools/package"),
  call("types of the site's tool", "check", ...settingsOf("tools/package"), "tools/site"),
  types("the mutation tool", "tools/mutate"),
  call("library of quarry mcp, bundled again", "run", "-A", "tools/mcp_sdk/build.ts", "--check"),
  call(
    "kernels, compiled again",
    "run",
    "-A",
    ...settingsOf("tools/kernels"),
    "tools/kernels/build.ts",
    "--check",
  ),
];

/** All steps, long ones last. */
export const STEPS: readonly Step[] = [
  advised("Run deno fmt, without a path", call("format", "fmt", "--check")),
  call("lint", "lint"),
  call(
    "types",
    "check",
    "mod.ts",
    "formats.ts",
    "errors.ts",
    "worker.ts",
    "cli.ts",
    "src",
    "tools/compile",
    "tools/coverage_sample",
    "tools/editors",
    "tools/gate",
    "tools/heaptrack_sample",
    "tools/house",
    "tools/licenses",
    "tools/release",
    "tools/workbench",
    "tools/test",
  ),
  call("types of tests", "check", ...settingsOf("tests"), "tests", "tools/pictures"),
  types("the workbench", "workbench"),
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
  {
    name: "library of quarry mcp",
    run: () => Promise.resolve(isSdkCurrent() ? "" : "src/mcp/sdk.js is out of date: run deno task sdk"),
  },
  call("workbench, bundled again", "run", "-A", "tools/workbench/build.ts", "--check"),
  call("script of reports, bundled again", "run", "-A", "tools/workbench/build_report.ts", "--check"),
  { name: "grammars for editors", run: checkEditors },
  { name: "words", run: () => Promise.resolve(checkWords()) },
  { name: "exports that nobody imports", run: () => Promise.resolve(unusedExports().join("\n")) },
  { name: "package", run: checkPackage },
  advised(
    "Where answers or documents changed on purpose: deno task test -- --update, and read the difference",
    call("answers, help and documents", "run", "-A", "tools/test/run.ts", ...CURRENT),
  ),
  ...LONG.map((step) => ({ ...step, isLong: true })),
];
