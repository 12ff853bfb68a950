/**
 * heaptrack: a library that records every allocation, and a program that adds names to the addresses afterwards.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { firstExistingFile, outputOf, programPath, realPath, versionIn } from "../machine.ts";
import { compressor, convert } from "../packing.ts";
import { cannotPreload, preloadVariables } from "../preload.ts";
import type { InstalledTracer, RecordedFile, Tracer } from "../tracer.ts";

/** Folders of libraries next to the folder of programs, by distribution. */
const LIBRARIES = ["lib", "lib64", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib/riscv64-linux-gnu"];

/** Records allocations of native programs. */
export const heaptrack: Tracer = {
  name: "heaptrack",
  format: "heaptrack",
  summary: "Every allocation and free of a native program",
  programs: "dynamically linked programs for Linux: C, C++, Rust, Fortran …; any that calls malloc",
  has: "addresses (raw data), times to 10 ms, stacks with inlined functions, lines, frees, resident memory",
  lacks: "threads; children that the program forks",
  cost:
    "3.8 times the time of a program that does little but allocate, less for others; 20 bytes of disk per event",
  packages: {
    apt: "heaptrack",
    dnf: "heaptrack",
    pacman: "heaptrack",
    zypper: "heaptrack",
    apk: "heaptrack",
  },
  takes: ({ kind, python }) => python === undefined && (kind === "native" || kind === "other"),
  refuses: cannotPreload,
  extension: "heaptrack",
  async find() {
    const script = programPath("heaptrack");
    if (script === null) return null;
    const prefix = realPath(script).replace(/\/[^/]*\/[^/]*$/, "");
    const folders = LIBRARIES.map((folder) => `${prefix}/${folder}/heaptrack`);
    const library = firstExistingFile(folders.map((folder) => `${folder}/libheaptrack_preload.so`));
    const interpreter = firstExistingFile([
      ...folders.map((folder) => `${folder}/libexec/heaptrack_interpret`),
      `${prefix}/libexec/heaptrack/heaptrack_interpret`,
    ]);
    if (library === null || interpreter === null) return null;
    const inject = library.replace("_preload", "_inject");
    const environment = interpreter.replace(/interpret$/, "env");
    return {
      version: versionIn(await outputOf([script, "--version"])),
      path: library,
      parts: { interpreter, inject, environment },
    };
  },
  start: ({ path, parts }, { program, args, folder, preload }) => ({
    command: [program.path, ...args],
    // The library replaces `$$` by the process id.
    env: { ...preloadVariables(path, preload), DUMP_HEAPTRACK_OUTPUT: `${folder}/$$.raw` },
    afterwards: afterwards(parts!.interpreter!, `${folder}/PID.raw`),
  }),
  // The script of heaptrack is not used, because it compresses through a pipe, and Ctrl-C would end the
  // compressor too early.
  async attach({ parts }, pid, folder) {
    const gdb = programPath("gdb");
    if (gdb === null) throw new UsageError("Cannot attach to a process without gdb");
    const load = (await outputOf([parts!.environment!, "dlopen", parts!.inject!]))?.trim();
    if (load === undefined) throw new UsageError("Cannot attach to a process: heaptrack_env does not run");
    const debug = (...calls: readonly string[]): [string, ...string[]] => [
      ...[gdb, "--batch-silent", "-n", "-iex", "set auto-solib-add off", "-p", String(pid)] as const,
      ...calls.map((call) => `--eval-command=${call}`),
      "--eval-command=detach",
    ];
    const library = "sharedlibrary libheaptrack_inject";
    return {
      begin: debug(
        "sharedlibrary libc.so",
        `call (void) ${load}`,
        library,
        `call (void) heaptrack_inject("${folder}/${pid}.raw")`,
      ),
      end: debug(library, "call (void) heaptrack_stop()"),
      file: `${folder}/${pid}.raw`,
    };
  },
  async finish(found, folder) {
    const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
    const made = await Promise.all(names.map((name) => finishOne(found, folder, name)));
    return made.flat();
  },
};

function afterwards(interpreter: string, raw: string): readonly string[] {
  return [`${interpreter} < ${raw} | ${compressor().command ?? "gzip"} > the interpreted trace`];
}

/** Compresses the raw data and interprets it by heaptrack's program. */
async function finishOne({ parts }: InstalledTracer, folder: string, name: string): Promise<RecordedFile[]> {
  const [, pid] = /^(\d+)\.raw$/.exec(name) ?? [];
  if (pid === undefined) return [];
  const { ending } = compressor();
  const raw = `${folder}/${name}`;
  const [packed, interpreted] = [`${raw}.${ending}`, `${folder}/${pid}.${ending}`];
  // The library writes its buffer after some kilobytes, so a program that is killed early leaves an empty
  // file.
  if ((await Deno.stat(raw)).size === 0) return [];
  const process = { pid: Number(pid) };
  const isInterpreted = await convert(raw, [[parts!.interpreter!]], interpreted);
  const isPacked = await convert(raw, [], packed);
  if (isPacked) await Deno.remove(raw);
  return [
    {
      path: isPacked ? packed : raw,
      ...process,
      extension: isPacked ? `heaptrack.raw.${ending}` : "heaptrack.raw",
    },
    ...(isInterpreted
      ? [{ path: interpreted, ...process, extension: `heaptrack.${ending}`, beside: true }]
      : []),
  ];
}
