/**
 * Formatting and linting of kernels. They are not TypeScript: functions have decorators, which the formatter removes,
 * and parts assign to variables that other parts export, which the linter reports as unused.
 * @module
 */

import { sourceFiles } from "../gate/imports.ts";
import { GUARDS } from "./kernel_files.ts";
import { Temporary } from "../../tests/support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);
const CONFIG = new URL("deno.json", import.meta.url).pathname;
const decoder = new TextDecoder();

/** A finding of the linter. */
interface Remark {
  readonly filename: string;
  readonly code: string;
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

function kernels(): URL[] {
  const files = ["src/", `${GUARDS}/`].flatMap((folder) => [...sourceFiles(new URL(folder, ROOT), true)]);
  return files.filter((file) => file.endsWith(".as.ts")).map((file) => new URL(file));
}

async function deno(...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, env: { NO_COLOR: "1" }, stderr: "null" })
    .output();
  return decoder.decode(stdout);
}

/** Formats files, with decorators turned into comments meanwhile; returns the texts by file. */
async function formatted(files: readonly URL[]): Promise<Map<URL, string>> {
  using folder = Temporary.folder();
  const copies = files.map((file, at) => [file, `${folder.path}/${at}.ts`] as const);
  for (const [file, copy] of copies) {
    await Deno.writeTextFile(copy, (await Deno.readTextFile(file)).replaceAll(/^@(?=\w)/gm, "// @@"));
  }
  await deno("fmt", "--quiet", "--config", CONFIG, folder.path);
  const texts = await Promise.all(copies.map(async ([file, copy]) => {
    return [file, (await Deno.readTextFile(copy)).replaceAll(/^\/\/ @@/gm, "@")] as const;
  }));
  return new Map(texts);
}

/** Findings of the linter in kernels, without false ones. */
async function remarks(files: readonly URL[]): Promise<string[]> {
  const report = await deno("lint", "--json", "--config", CONFIG, ...files.map(({ pathname }) => pathname));
  const { diagnostics } = JSON.parse(report) as { diagnostics: readonly Remark[] };
  return diagnostics.filter(({ filename, code, message }) => {
    const [, name] = /^`(\w+)` is never used/.exec(message) ?? [];
    if (code !== "no-unused-vars" || name === undefined) return true;
    const assigned = new RegExp(`\\b${name}(?: (?:[-+*/|&^]|<<|>>)?= |\\+\\+|--)`);
    return !assigned.test(Deno.readTextFileSync(new URL(filename)));
  }).map(({ filename, message, range }) =>
    `${filename.replace(ROOT.href, "")}:${range.start.line}: ${message}`
  );
}

/** Errors in the style of kernels, a line each. */
export async function kernelStyle(): Promise<string[]> {
  const files = kernels();
  const wrong = [...await formatted(files)].filter(([file, text]) => Deno.readTextFileSync(file) !== text);
  const names = wrong.map(([{ href }]) =>
    `${href.replace(ROOT.href, "")} is not formatted: run deno task kernels`
  );
  return [...names, ...await remarks(files)];
}

/** Formats all kernels; their compiled modules get new digests. */
export async function formatKernels(): Promise<void> {
  for (const [file, text] of await formatted(kernels())) {
    if (text !== await Deno.readTextFile(file)) await Deno.writeTextFile(file, text);
  }
}
