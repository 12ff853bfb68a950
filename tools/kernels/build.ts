/**
 * Formats kernels and compiles every `src/**\/NAME.as.ts` (AssemblyScript) into `NAME.wasm.ts` beside it: the bytes as base64 text, so
 * that the program stays a plain tree of modules. `--check` compiles too, and only says whether something is out of
 * date; `isCurrent()` tells the same by digests. A path fragment as argument limits the work to the files that
 * contain it.
 */

import asc from "assemblyscript/asc";
import { committedText, kernelsIn, moduleText } from "./kernel_files.ts";
import { OPTIONS } from "./options.ts";
import { formatKernels } from "./style.ts";

/** Compiles one file; the bytes of the module. */
async function compile(path: string): Promise<Uint8Array> {
  let binary: Uint8Array | undefined;
  const errors: string[] = [];
  const { error } = await asc.main([path, "--outFile", "out.wasm", ...OPTIONS], {
    stderr: { write: (chunk: string | Uint8Array) => (errors.push(String(chunk)), true) },
    writeFile: (name: string, contents: string | Uint8Array) => {
      if (name.endsWith(".wasm")) binary = contents as Uint8Array;
    },
  });
  if (error || !binary) throw new Error(`Cannot compile ${path}: ${errors.join("")}`);
  return binary;
}

/** One line on standard error. */
function say(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(text + "\n"));
}

const check = Deno.args.includes("--check");
if (!check) await formatKernels();
const only = Deno.args.find((each) => !each.startsWith("--"));
let stale = 0;
for (const kernel of kernelsIn("src")) {
  if (only && !kernel.source.includes(only)) continue;
  const text = moduleText(kernel, (await compile(kernel.source)).toBase64());
  if (committedText(kernel) === text) continue;
  stale++;
  if (check) say(`${kernel.target} is out of date: run deno task kernels`);
  else {
    Deno.writeTextFileSync(kernel.target, text);
    say(`${kernel.target}: ${text.length} bytes of text`);
  }
}
if (check && stale > 0) Deno.exit(1);
