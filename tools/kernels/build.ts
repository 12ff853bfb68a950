/**
 * Compiles every `src/**\/NAME.as.ts` (AssemblyScript) into `NAME.wasm.ts` beside it: the bytes as base64 text, so
 * that the program stays a plain tree of modules. `--check` only says whether something is out of date. A path
 * fragment as argument limits the work to the files that contain it.
 */

import asc from "assemblyscript/asc";

const OPTIONS = [
  "-O3",
  "--noAssert",
  "--runtime",
  "stub",
  "--importMemory",
  "--sharedMemory",
  "--initialMemory",
  "16",
  "--maximumMemory",
  "65536",
  // Constants of the modules must not overlap in the one memory that all share: kernels use no static data.
  "--memoryBase",
  "1024",
  "--enable",
  "simd",
  "--enable",
  "threads",
  "--enable",
  "bulk-memory",
];

/** All AssemblyScript sources below a folder. */
function* sources(folder: string): Generator<string> {
  for (const entry of Deno.readDirSync(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* sources(path);
    // Parts are compiled into the kernels that import them.
    else if (entry.name.endsWith(".as.ts") && !entry.name.endsWith(".part.as.ts")) yield path;
  }
}

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

/** The text of the generated module. */
function moduleText(name: string, binary: Uint8Array): string {
  let bytes = "";
  for (const byte of binary) bytes += String.fromCharCode(byte);
  return `// Generated from ${name}.as.ts by \`deno task kernels\`; do not edit.\n\n` +
    `/** The compiled kernels of ${name}.as.ts, as base64. */\nexport const WASM_BASE64: string =\n  "${
      btoa(bytes)
    }";\n`;
}

/** One line on standard error. */
function say(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(text + "\n"));
}

const check = Deno.args.includes("--check");
const only = Deno.args.find((each) => !each.startsWith("--"));
let stale = 0;
for (const path of sources("src")) {
  if (only && !path.includes(only)) continue;
  const target = path.replace(/\.as\.ts$/, ".wasm.ts");
  const text = moduleText(path.split("/").pop()!.replace(/\.as\.ts$/, ""), await compile(path));
  let before = "";
  try {
    before = Deno.readTextFileSync(target);
  } catch {
    // The first build of this file.
  }
  if (before === text) continue;
  stale++;
  if (check) say(`${target} is out of date: run deno task kernels`);
  else {
    Deno.writeTextFileSync(target, text);
    say(`${target}: ${text.length} bytes of text`);
  }
}
if (check && stale > 0) Deno.exit(1);
