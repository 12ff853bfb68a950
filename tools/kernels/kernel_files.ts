/**
 * Kernels, their sources, and the digest that ties a compiled one to its sources.
 * @module
 */

import { createHash } from "node:crypto";
import { OPTIONS } from "./options.ts";
import project from "./deno.json" with { type: "json" };

/** A compiled kernel beside its source. */
export interface Kernel {
  /** Path of the source, from the root of the repository. */
  readonly source: string;
  /** Path of the compiled one. */
  readonly target: string;
}

/** Folder with the kernels that guard memory under test. */
export const GUARDS = "tests/support/guards";

const LINE_WIDTH = 110;

const ROOT = new URL("../../", import.meta.url);

function read(path: string): string {
  return Deno.readTextFileSync(new URL(path, ROOT));
}

/** All kernels below a folder. Parts, `NAME.part.as.ts`, are compiled into the kernels that import them. */
function* kernelsIn(folder: string): Generator<Kernel> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, ROOT))) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* kernelsIn(path);
    else if (name.endsWith(".as.ts") && !name.endsWith(".part.as.ts")) {
      yield { source: path, target: path.replace(/\.as\.ts$/, ".wasm.ts") };
    }
  }
}

/** All kernels below a folder, sorted by path. */
export function sortedKernels(folder: string): Kernel[] {
  return [...kernelsIn(folder)].sort((left, right) => left.source < right.source ? -1 : 1);
}

/** A source and every file that it imports, sorted. */
function filesOf(source: string, found: Set<string> = new Set()): string[] {
  if (found.has(source)) return [];
  found.add(source);
  for (const [, path] of read(source).matchAll(/from\s+"(\.[^"]+)"/g)) {
    filesOf(new URL(`${path}.ts`, new URL(source, ROOT)).href.slice(ROOT.href.length), found);
  }
  return [...found].sort();
}

/** A digest of the sources, the compiler, its options and the compiled bytes. */
function digestOf({ source }: Kernel, base64: string): string {
  const hash = createHash("sha256");
  const add = (text: string): void => void hash.update(`${text.length} ${text}\n`);
  add(JSON.stringify([project.imports, OPTIONS]));
  for (const path of filesOf(source)) {
    add(path);
    add(read(path));
  }
  add(base64);
  return hash.digest("hex");
}

/** The JavaScript types for types of AssemblyScript; other types are not allowed in exports. */
const TYPES: Readonly<Record<string, string>> = {
  bool: "number",
  f64: "number",
  i64: "bigint",
  u32: "number",
  u64: "bigint",
  usize: "number",
  void: "void",
};

/** The exported functions of a source as members of an interface, written as `deno fmt` would. */
function exportsOf(source: string): string {
  const typed = (type: string): string => {
    if (!Object.hasOwn(TYPES, type)) throw new Error(`${source}: a caller cannot pass or get ${type}`);
    return TYPES[type]!;
  };
  const functions = read(source).matchAll(/^export function (\w+)\(([^)]*)\): (\w+) \{$/gm);
  return Array.from(functions, ([, name, parameters, result]) => {
    const taken = Array.from(
      parameters!.matchAll(/(\w+): (\w+)/g),
      ([, each, type]) => `${each}: ${typed(type!)}`,
    );
    const line = `  ${name}(${taken.join(", ")}): ${typed(result!)};\n`;
    if (line.length <= LINE_WIDTH + 1) return line;
    return `  ${name}(\n${taken.map((each) => `    ${each},\n`).join("")}  ): ${typed(result!)};\n`;
  }).join("");
}

/** The text of the module with the compiled bytes, and the types of its functions. */
export function moduleText(kernel: Kernel, base64: string): string {
  const name = kernel.source.split("/").pop()!;
  return `// Generated from ${name} by \`deno task kernels\`; do not edit.\n` +
    `// Digest of sources, compiler and bytes: ${digestOf(kernel, base64)}\n\n` +
    `/** The compiled kernels of ${name}, as base64. */\nexport const WASM_BASE64: string =\n  "${base64}";\n\n` +
    `/** Their functions, as ${name} explains them. Memory is given by its address. */\n` +
    `export interface Exports {\n${exportsOf(kernel.source)}}\n`;
}

/** What is in the compiled module; empty if there is none. */
export function committedText({ target }: Pick<Kernel, "target">): string {
  try {
    return read(target);
  } catch {
    return "";
  }
}

/** Whether the compiled module was compiled from the current sources, without compiling them. */
export function isCurrent(kernel: Kernel): boolean {
  const text = committedText(kernel);
  const [, base64 = ""] = /^ {2}"(.*)";$/m.exec(text) ?? [];
  return text === moduleText(kernel, base64);
}
