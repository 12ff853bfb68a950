/**
 * Names that are exported and never imported, and those that only tests import: each is unused, or used only in its own
 * file.
 * @module
 */

import { exportsOf, importsOf, sourceFiles } from "./imports.ts";

const ROOT = new URL("../../", import.meta.url);

/** Exports of `src` that only tests use, since they belong to the rest of their file. */
const FOR_TESTS: ReadonlySet<string> = new Set([
  // Generates docs/limits.md.
  "src/cli/help/limits_page.ts: limitsDocument",
  // Tests install their guards here.
  "src/memory/guards.ts: guardAllHeaps",
  "src/memory/wasm_module.ts: watchKernelCalls",
  // A stage without SQL is not an error of the program: a test checks for it.
  "src/sql/steps/registry.ts: isKnownStep",
  // Tests have few rows, and need threads nevertheless.
  "src/memory/threads.ts: useThreadsAlways",
]);

/** Replacements for modules of Node.js export the same names, which a bundler imports. */
const STAND_INS = "tools/package/browser_";

/** Each name that a file of `src` or `tools` exports and no file imports, or only tests do, as `FILE: NAME`. */
export function unusedExports(): string[] {
  const files = [
    ...["src/", "tools/", "tests/", "workbench/"].flatMap((
      folder,
    ) => [...sourceFiles(new URL(folder, ROOT))]),
    ...["cli.ts", "errors.ts", "formats.ts", "mod.ts", "worker.ts"].map((name) => new URL(name, ROOT).href),
  ];
  const texts = new Map(files.map((file) => [file, Deno.readTextFileSync(new URL(file))]));
  const used = new Set<string>();
  const usedBySources = new Set<string>();
  // Kernels share layouts with TypeScript.
  const kernels = [...sourceFiles(new URL("src/", ROOT), true)].filter((file) => file.endsWith(".as.ts"))
    .map((file) => [file, Deno.readTextFileSync(new URL(file))] as const);
  for (const [file, text] of [...texts, ...kernels]) {
    for (const { target, names } of importsOf(file, text)) {
      for (const { name } of names) {
        // The names of a file in JavaScript are declared beside it; kernels leave out the extension of files.
        const place = `${target.replace(/\.js$/, ".d.ts").replace(/(?<!\.ts)$/, ".ts")} ${name}`;
        used.add(place);
        if (!isTest(file)) usedBySources.add(place);
      }
    }
  }
  const unused: string[] = [];
  for (const [file, text] of texts) {
    // The page of `quarry serve` is only read for its imports from the program.
    if (/\/workbench\/\w+\.ts$/.test(file)) continue;
    if (/\/(?:tests\/.*|(?:errors|formats|mod|worker)\.ts)$/.test(file) && !file.includes("/src/")) continue;
    if (used.has(`${file} *`) || file.startsWith(ROOT.href + STAND_INS)) continue;
    for (const name of exportsOf(text)) {
      const place = `${file.slice(ROOT.href.length)}: ${name}`;
      if (!used.has(`${file} ${name}`)) unused.push(place);
      else if (
        place.startsWith("src/") && !usedBySources.has(`${file} ${name}`) && !isUsedWithin(name, text) &&
        !FOR_TESTS.has(place)
      ) {
        unused.push(`${place} (only tests use it)`);
      }
    }
  }
  return unused.sort();
}

function isTest(file: string): boolean {
  return file.startsWith(new URL("tests/", ROOT).href);
}

/** Whether a file uses a name that it exports. */
function isUsedWithin(name: string, text: string): boolean {
  const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
  return [...code.matchAll(new RegExp(`\\b${name}\\b`, "g"))].length > 1;
}
