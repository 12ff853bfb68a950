/**
 * What the compiled program may do and what is in it.
 * @module
 */

import { ENVIRONMENT } from "../../src/cli/environment.ts";

/** What is known of the folder that is compiled. */
export interface Place {
  /** Folder of the project, with a slash at its end. */
  readonly root: string;
  /** Folder of the npm packages that Deno has fetched. */
  readonly packages: string;
}

/**
 * Traces are read wherever they are. Results, scripts and the history are written. The pager and the editor are
 * programs of the person's choice, whom a list of names would not know; and Deno does not start a program with such a
 * list where PATH is not set. Nothing needs the network, foreign libraries or facts about the system.
 */
export function permissionFlags(): string[] {
  const variables = ENVIRONMENT.map(({ name }) => name).join(",");
  return ["--allow-read", "--allow-write", "--allow-run", `--allow-env=${variables}`, "--no-prompt"];
}

/** Modules that only workers load: the compiler does not see them by itself. */
export function includeFlags({ root }: Place): string[] {
  return [...filesBelow(`${root}src`)].filter((path) => /[._]worker\.ts$/.test(path)).sort()
    .flatMap((path) => ["--include", path]);
}

/** The parts of `deno-std` that the program imports; it is one package with everything in it. */
const STD_PARTS = new Set(["cli"]);

/** Parts of packages that nothing in the program loads. */
export function excludeFlags({ packages }: Place): string[] {
  const unused: string[] = [];
  for (const folder of versionsBelow(packages)) {
    const isStd = /[/\\]deno-std[/\\][^/\\]+$/.test(folder);
    for (const entry of isStd ? Deno.readDirSync(folder) : []) {
      if (entry.isDirectory && !STD_PARTS.has(entry.name)) unused.push(`${folder}/${entry.name}`);
    }
    for (const path of filesBelow(folder)) {
      const isRead = !/\.d\.[cm]?ts$|\.map$|[/\\]lib[/\\]browser[/\\]/.test(path);
      if (!isRead && !unused.some((part) => path.startsWith(`${part}/`))) unused.push(path);
    }
  }
  return unused.flatMap((path) => ["--exclude", path]);
}

/** Folders of the packages that the program's lock file names. */
function* versionsBelow(packages: string): Generator<string> {
  const lock = JSON.parse(Deno.readTextFileSync(new URL("../../deno.lock", import.meta.url)));
  for (const name of Object.keys(lock.npm)) {
    const [, path, version] = /^(@?[^@]+)@([^_]+)/.exec(name) ?? [];
    for (const registry of Deno.readDirSync(packages)) {
      const folder = `${packages}/${registry.name}/${path}/${version}`;
      if (registry.isDirectory && isFolder(folder)) yield folder;
    }
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

function* filesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* filesBelow(`${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}
