/**
 * Formats the kernels and compiles every `src/**\/NAME.as.ts` (AssemblyScript) into `NAME.wasm.ts` beside it: the bytes
 * as base64 text, so that the program stays a plain tree of modules; and all of them again, with checked memory, for
 * the tests, whose own kernels guard that memory and are not checked. `--check` also compiles, but only reports what is
 * out of date; `isCurrent()` decides that by digests.
 */

import asc from "assemblyscript/asc";
import { checkedSource } from "./checked_source.ts";
import { CHECKED_TARGET, checkedModule } from "./checked_module.ts";
import { committedText, GUARDS, moduleText, sortedKernels } from "./kernel_files.ts";
import { OPTIONS } from "./options.ts";
import { formatKernels } from "./style.ts";
import { say } from "../commands.ts";

/** Compiles one file, unchanged or checked; returns the bytes of the module as base64. */
async function compile(path: string, checked = false): Promise<string> {
  let binary: Uint8Array | undefined;
  const errors: string[] = [];
  const { error } = await asc.main([path, "--outFile", "out.wasm", ...OPTIONS], {
    readFile: (name: string, folder: string) => {
      try {
        const source = Deno.readTextFileSync(`${folder}/${name}`);
        return checked ? checkedSource(source, name) : source;
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return null;
        throw error;
      }
    },
    stderr: { write: (chunk: string | Uint8Array) => (errors.push(String(chunk)), true) },
    writeFile: (name: string, contents: string | Uint8Array) => {
      if (name.endsWith(".wasm")) binary = contents as Uint8Array;
    },
  });
  if (error || !binary) throw new Error(`Cannot compile ${path}: ${errors.join("")}`);
  return binary.toBase64();
}

const check = Deno.args.includes("--check");
if (!check) await formatKernels();
let stale = 0;

/** Writes a generated file, or reports that it is out of date. */
function put(target: string, text: string): void {
  if (committedText({ target }) === text) return;
  stale++;
  if (check) say(`${target} is out of date: run deno task kernels`);
  else {
    Deno.writeTextFileSync(target, text);
    say(`${target}: ${text.length} bytes of text`);
  }
}

const kernels = sortedKernels("src");
const builds: string[] = [];
for (const kernel of kernels) {
  put(kernel.target, moduleText(kernel, await compile(kernel.source)));
  builds.push(await compile(kernel.source, true));
}
for (const kernel of sortedKernels(GUARDS)) {
  put(kernel.target, moduleText(kernel, await compile(kernel.source)));
}
put(CHECKED_TARGET, checkedModule(kernels, builds));
if (check && stale > 0) Deno.exit(1);
