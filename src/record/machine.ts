/**
 * Facts about this machine: where programs are, what they print, and how packages are installed.
 * @module
 */

import { isAllowed } from "../ingest/permission.ts";
import type { PackageManager, Tracer } from "./tracer.ts";

type ReadVariable = (name: string) => string | undefined;

let readVariable: ReadVariable = (name) =>
  isAllowed({ name: "env", variable: name }) ? Deno.env.get(name) : undefined;

/** Replaces the source of environment variables, so that a command sees the environment it was called with. */
export function readVariablesWith(read: ReadVariable): void {
  readVariable = read;
}

/** Returns an environment variable; undefined if it is not set or may not be read. */
export function environmentVariable(name: string): string | undefined {
  return readVariable(name);
}

/** True if the path is a regular file. */
export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** True if the path is an executable file. */
function isExecutable(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && (mode === null || (mode & 0o111) !== 0);
  } catch {
    return false;
  }
}

/** The path of a program as a shell finds it; null if there is none. */
export function programPath(name: string): string | null {
  if (name.includes("/")) return isExecutable(name) ? name : null;
  for (const folder of (environmentVariable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(":")) {
    const path = `${folder === "" ? "." : folder}/${name}`;
    if (isExecutable(path)) return path;
  }
  return null;
}

/** The path with links resolved; the path itself if it does not exist. */
export function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}

/** The output of a program on both streams; null if it fails. */
export async function outputOf(command: readonly [string, ...string[]]): Promise<string | null> {
  const [program, ...args] = command;
  try {
    const { success, stdout, stderr } = await new Deno.Command(program, { args, stdin: "null" }).output();
    const decoder = new TextDecoder();
    return success ? decoder.decode(stdout) + decoder.decode(stderr) : null;
  } catch {
    return null;
  }
}

/** The first version number in the output of a program. */
export function versionIn(text: string | null): string {
  return /\d+\.\d+[\w.+-]*/.exec(text ?? "")?.[0] ?? "";
}

/** The first of some files that exists. */
export function firstExistingFile(paths: readonly string[]): string | null {
  return paths.find(isFile) ?? null;
}

/** Package managers in the order in which they are tried, and their install commands. */
const MANAGERS:
  readonly (readonly [manager: PackageManager, programs: readonly string[], install: string])[] = [
    ["apt", ["apt", "apt-get"], "apt install"],
    ["dnf", ["dnf"], "dnf install"],
    ["pacman", ["pacman"], "pacman -S"],
    ["zypper", ["zypper"], "zypper install"],
    ["apk", ["apk"], "apk add"],
    ["brew", ["brew"], "brew install"],
  ];

/**
 * The command that installs the first of some tracers for which this machine has a package; null if there is
 * none.
 */
export function installLine(tracers: readonly Tracer[], python?: string): string | null {
  for (const { packages } of tracers) {
    if (packages.pip !== undefined) return `${python ?? "python3"} -m pip install ${packages.pip}`;
    for (const [manager, programs, install] of MANAGERS) {
      const name = packages[manager];
      if (name === undefined || !programs.some((each) => programPath(each) !== null)) continue;
      return `${manager === "brew" || isRoot() ? "" : "sudo "}${install} ${name}`;
    }
  }
  return null;
}

/** Whether packages can be installed without sudo. */
function isRoot(): boolean {
  try {
    return isAllowed({ name: "sys", kind: "uid" }) && Deno.uid() === 0;
  } catch {
    return false;
  }
}
