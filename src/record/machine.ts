/**
 * This machine: where programs are, what they print, and how packages are installed.
 * @module
 */

import { isAllowed } from "../ingest/permission.ts";
import type { Manager, Tracer } from "./tracer.ts";

type ReadVariable = (name: string) => string | undefined;

let readVariable: ReadVariable = (name) =>
  isAllowed({ name: "env", variable: name }) ? Deno.env.get(name) : undefined;

/** From now on variables are what `read` says: a command sees the environment that it was called with. */
export function readVariablesWith(read: ReadVariable): void {
  readVariable = read;
}

/** A variable of the environment; undefined when it is not set or may not be read. */
export function variable(name: string): string | undefined {
  return readVariable(name);
}

/** True when there is a file of that name. */
function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** True when there is a file that may be executed. */
function isExecutable(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && (mode === null || (mode & 0o111) !== 0);
  } catch {
    return false;
  }
}

/** The file of a program that the shell would start; null when there is none. */
export function programPath(name: string): string | null {
  if (name.includes("/")) return isExecutable(name) ? name : null;
  for (const folder of (variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(":")) {
    const path = `${folder === "" ? "." : folder}/${name}`;
    if (isExecutable(path)) return path;
  }
  return null;
}

/** The file after links; the path itself where there is none. */
export function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}

/** What a program prints, both streams; null when it fails. */
export async function printed(command: readonly [string, ...string[]]): Promise<string | null> {
  const [program, ...args] = command;
  try {
    const { success, stdout, stderr } = await new Deno.Command(program, { args, stdin: "null" }).output();
    const decoder = new TextDecoder();
    return success ? decoder.decode(stdout) + decoder.decode(stderr) : null;
  } catch {
    return null;
  }
}

/** The first version in what a program prints. */
export function versionIn(text: string | null): string {
  return /\d+\.\d+[\w.+-]*/.exec(text ?? "")?.[0] ?? "";
}

/** The first of some files that is there. */
export function firstFile(paths: readonly string[]): string | null {
  return paths.find(isFile) ?? null;
}

/** Package managers in the order in which they are looked for, and how each installs. */
const MANAGERS: readonly (readonly [manager: Manager, programs: readonly string[], install: string])[] = [
  ["apt", ["apt", "apt-get"], "apt install"],
  ["dnf", ["dnf"], "dnf install"],
  ["pacman", ["pacman"], "pacman -S"],
  ["zypper", ["zypper"], "zypper install"],
  ["apk", ["apk"], "apk add"],
  ["brew", ["brew"], "brew install"],
];

/** The command that installs one of some tracers here, the first one that there is a package of; null for none. */
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
