/**
 * `deno task compile` makes `dist/quarry` for this machine; `deno task compile:all` makes a program for every machine
 * that Deno compiles for. `-v` lists what is inside.
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { baseRuntimeFor } from "./base_runtime.ts";
import { bundle, START } from "./bundle.ts";
import { permissionFlags } from "./flags.ts";
import { addProgramScript } from "./program_script.ts";
import { type Target, TARGETS } from "./targets.ts";
import { Temporary } from "../../tests/support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);
const MEBIBYTE = 1 << 20;

/** Options of the compiler. */
interface CompileOptions {
  /** Folder with the program as a bundle. */
  readonly bundle: string;
  /** The path of the output. Windows adds `.exe`. */
  readonly output: string;
  /** The machine; by default this one. */
  readonly target?: Target;
  /** The Deno that compiles; by default the one that runs. */
  readonly deno?: string;
  /** The base runtime; by default `DENORT_BIN`, or one that Deno downloads. */
  readonly denort?: string | undefined;
  /** Cancels the compilation. */
  readonly signal?: AbortSignal;
}

/** The result of a compilation. */
interface Compiled {
  readonly ok: boolean;
  /** The output of Deno: the files inside, or the error. */
  readonly log: string;
}

/** Creates the input of the compiler in an empty folder. */
export async function compiledBundle(folder: string, signal?: AbortSignal): ReturnType<typeof bundle> {
  const made = await bundle(folder, Deno.execPath(), signal);
  return made.ok ? { ...made, ...await addProgramScript(folder, Deno.execPath(), signal) } : made;
}

/** Compiles the program for one machine. */
export async function compile(options: CompileOptions): Promise<Compiled> {
  const { bundle, output, target, deno = Deno.execPath(), signal } = options;
  const denort = options.denort ?? baseRuntimeFor(target, Deno.env.get("DENORT_BIN"));
  const { DENORT_BIN: _, ...env } = Deno.env.toObject();
  const child = await new Deno.Command(deno, {
    args: [
      "compile",
      "--no-check",
      "--no-config",
      // Otherwise it would cache the code of this one module in the temporary folder.
      "--no-code-cache",
      ...permissionFlags(),
      "--include",
      bundle,
      ...(target ? ["--target", target.name] : []),
      "--output",
      output,
      join(bundle, START),
    ],
    clearEnv: true,
    env: { ...env, NO_COLOR: "1", ...(denort === undefined ? {} : { DENORT_BIN: denort }) },
    stdout: "piped",
    stderr: "piped",
    ...(signal ? { signal } : {}),
  }).output();
  const decoder = new TextDecoder();
  return { ok: child.success, log: decoder.decode(child.stdout) + decoder.decode(child.stderr) };
}

/** Reports what was compiled or why not; returns whether it succeeded. */
async function report(
  { output, target }: CompileOptions,
  { ok, log }: Compiled,
  verbose: boolean,
): Promise<boolean> {
  if (verbose) await print(log);
  if (!ok) {
    await print(`${basename(output)}: not made: ${reasonIn(log)}\n`);
    return false;
  }
  const path = await Deno.stat(output).then(() => output, () => `${output}.exe`);
  const isForThisMachine = (target?.name ?? Deno.build.target) === Deno.build.target;
  if (isForThisMachine && !await starts(path)) {
    await print(
      `${relative(".", path)}: does not start: is the base runtime that of Deno ${Deno.version.deno}?\n`,
    );
    return false;
  }
  const { size } = await Deno.stat(path);
  const files = /^Files: (\S+)$/m.exec(log)?.[1];
  const inside = files === undefined ? "" : `, ${files} of them Quarry and its packages`;
  await print(`${relative(".", path)}: ${(size / MEBIBYTE).toFixed(1)} MiB${inside}\n`);
  return true;
}

/** The reason for a failure, from Deno's output: its first meaningful cause. */
export function reasonIn(log: string): string {
  const [, causes] = /^Caused by:\n((?: +.*\n?)+)/m.exec(log) ?? [];
  const lines = (causes ?? "").split("\n").map((line) => line.replace(/^ *(\d+: )?/, ""));
  return lines.find((line) => line !== "" && !line.startsWith("Setting up")) ??
    /^error: (.*)$/m.exec(log)?.[1] ?? log.trim();
}

/** Whether a program runs at all: with a base runtime of another version it cannot read its own content. */
export async function starts(path: string): Promise<boolean> {
  return await new Deno.Command(path, { args: ["--version"], stdout: "null", stderr: "null" }).output()
    .then(({ success }) => success, () => false);
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

const HINT = `A program is made of a base runtime, which Deno fetches once for each
machine. Where it cannot be fetched, DENORT_BIN names a local copy: the file
denort of the same version of Deno, for the machine the program is for.
{target} in it stands for the name of the machine.
`;

const USAGE = "There are --all (every machine), --output FOLDER (dist) and -v (list what is inside)\n";

async function main(args: readonly string[]): Promise<number> {
  const given = parseArgs([...args], {
    boolean: ["all", "v"],
    string: ["output"],
    default: { output: fileURLToPath(new URL("dist", ROOT)) },
    unknown: () => false,
  });
  if (args.some((arg) => !/^(--all|-v|--output(=.*)?)$/.test(arg) && arg !== given.output)) {
    await print(USAGE);
    return 2;
  }
  using folder = Temporary.folder();
  const { ok, log } = await compiledBundle(folder.path);
  if (ok) return await compileAll(folder.path, given.output, given.all, given.v);
  await print(`not bundled: ${reasonIn(log)}\n`);
  return 1;
}

async function compileAll(bundle: string, output: string, all: boolean, verbose: boolean): Promise<number> {
  const jobs: CompileOptions[] = all
    ? TARGETS.map((target) => ({ bundle, target, output: join(output, `quarry-${target.name}`) }))
    : [{ bundle, output: join(output, "quarry") }];
  await Deno.mkdir(output, { recursive: true });
  let made = 0;
  for (const job of jobs) {
    if (await report(job, await compile(job), verbose)) made++;
  }
  if (made < jobs.length) await print(`\n${made} of ${jobs.length} made. ${HINT}`);
  return made === jobs.length ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
