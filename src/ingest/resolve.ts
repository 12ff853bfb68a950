/**
 * Looks up names for the addresses of a trace, in programs and libraries on this machine.
 * @module
 */

import { AddressResolver } from "../elf/address_resolver.ts";
import type { FoundFile, ModuleName, ModuleSearch } from "../elf/find_module.ts";
import { debugFileOf } from "../elf/notes.ts";
import type { CodePlace, FunctionAt } from "../events/code_place.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { mayRead } from "./permission.ts";
import { openDemangler } from "./demangle.ts";
import { linesWarning } from "./lines_warning.ts";
import type { DescriptionFile, IndexFileCheck, NamesMemory } from "./index_file_check.ts";
import { RootedFiles } from "./rooted_files.ts";
import type { ResolveOptions } from "./resolve_options.ts";

export { debugFileOf };
export type { FoundFile, ModuleSearch };

/** Looks up names until it is closed. */
export interface Resolver {
  /** Finds the function at an address; format readers call it. */
  readonly functionAt: FunctionAt;
  /** Looks for the files of a module. */
  search(name: ModuleName): ModuleSearch;
  /** Modules that were not found, in the order in which they were needed. */
  readonly missing: readonly string[];
  /** Warnings for the user: programs of a different build, damaged line tables. */
  readonly warnings: readonly string[];
  /** The files that names were taken from. */
  readonly others: IndexFileCheck;
  /** Number of addresses that were looked up in programs. */
  readonly lookedUp: number;
  /**
   * Called between queries: stores the names found so far, and closes files until a name is looked up again.
   */
  rest(): Promise<void>;
  /** Closes the files that were opened. */
  close(): void;
}

/**
 * Version of the results: increase it when the code finds different names, files or lines in the same
 * programs.
 */
const VERSION = 3;
/** Names that were found, in the form in which they are stored. */
interface Remembered extends DescriptionFile {
  /** Where they were looked up. */
  readonly options: string;
  readonly names: readonly (readonly [where: string, place: CodePlace | null])[];
}

const DEBUG_DIR = "/usr/lib/debug";
const TOO_MANY_NAMES = `Functions have names of more than ${
  FILE_LIMITS.demangledCharacters.most >> 20
} million characters: some stay as the compiler wrote them`;

/** The current folder: a program that was started as `./app` is in the trace by this name. */
function currentFolder(): string | undefined {
  try {
    return mayRead(".") ? Deno.cwd() : undefined;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Creates a resolver; files are opened on demand. Names of C++ and Rust are demangled. */
export function openResolver(options: ResolveOptions): Resolver {
  const { sysroot = "", debugDirs = [], downloads, lines = false } = options;
  const root = sysroot.replace(/\/+$/, "");
  const folder = root === "" ? currentFolder() : undefined;
  /** What the names depend on besides the files. */
  const wanted = JSON.stringify({ ...options, folder });
  const files = new RootedFiles(root);
  const missing = new Set<string>();
  let readable: ((name: string) => string) | undefined;
  let isSpent = false;
  const demangle = (name: string): string => {
    if (!readable) throw new Error("prepare() must be called before names are looked up");
    return readable(name);
  };
  const resolver = new AddressResolver({
    open: (path) => files.open(path),
    sysroot: root,
    folder,
    lines,
    debugDirs: [...debugDirs, root + DEBUG_DIR, ...downloads === undefined ? [] : [downloads]]
      .map((folder) => folder.replace(/\/+$/, "")),
  });
  // The warnings and missing modules of a saved index or of an earlier run; the names that it has are not
  // looked up again.
  let before: DescriptionFile | undefined;
  const names = new Map<string, CodePlace | null>();
  let memory: NamesMemory | undefined;
  // The first path that has changed since it was opened, or since names of an earlier run were found.
  let changed: string | undefined;
  let isChecked = false, isRead = false, isNew = false, seconds = 0, lookedUp = 0;
  const ownWarnings = (): string[] => [
    ...before?.warnings ?? [],
    ...resolver.otherBuilds.map((path) =>
      `${path} is from another build than the traced program, so its functions have no names`
    ),
    ...resolver.missingFiles.map(([path, [first, ...others]]) =>
      `Inlined functions of "${path}" are not complete: ${first}${
        others.length > 0 ? ` and ${others.length} more files` : ""
      } with debug information ${others.length > 0 ? "are" : "is"} missing`
    ),
    ...resolver.damagedLines.flatMap(([path, problems]) => linesWarning(path, problems) ?? []),
    ...isSpent ? [TOO_MANY_NAMES] : [],
  ];
  const warnings = (): string[] => [
    ...new Set(ownWarnings()),
    ...changed === undefined ? [] : [
      `${changed} has changed since it was opened: functions that were not looked up before have no names`,
    ],
  ];
  const allMissing = (): string[] => [...new Set([...before?.missing ?? [], ...missing])];
  const describe = (): DescriptionFile => ({
    version: VERSION,
    places: [...files.looked],
    missing: allMissing(),
    warnings: [...new Set(ownWarnings())],
  });
  const accept = (described: DescriptionFile): boolean => {
    if (described.version !== VERSION) return false;
    if (described.places.some(([path, state]) => files.stateOf(path) !== state)) return false;
    before = described;
    return true;
  };
  /** Reads the names of earlier runs. */
  const recall = (): void => {
    isRead = true;
    const text = memory?.read();
    if (text === undefined) return;
    const remembered: Remembered = JSON.parse(text);
    if (remembered.options !== wanted || !accept(remembered)) return;
    files.remember(remembered.places);
    for (const [key, place] of remembered.names) names.set(key, place);
  };
  const lookUp: FunctionAt = (...where) => {
    if (!isRead) recall();
    const key = JSON.stringify(where.map(String));
    const known = names.get(key);
    if (known !== undefined) return known ?? undefined;
    if (!isChecked) {
      isChecked = true;
      changed ??= files.changed();
    }
    if (changed !== undefined) return undefined;
    const start = performance.now();
    const place = functionAt(...where);
    seconds += (performance.now() - start) / 1000;
    names.set(key, place ?? null);
    isNew = true;
    lookedUp++;
    return place;
  };
  const functionAt: FunctionAt = (module, from, to, address, isWhole = false, buildId) => {
    const name = { path: module, buildId };
    const call = resolver.callAt(name, { from, to, isWhole }, address);
    if (call) {
      const { func, source, frames } = call;
      if (!frames) return { func: demangle(func), source };
      const named = frames.map((frame) => ({ func: demangle(frame.func), source: frame.source }));
      return { func: named.at(-1)!.func, source, frames: named };
    }
    if (module.startsWith("/") && !resolver.has(name)) missing.add(module);
    return undefined;
  };
  return {
    functionAt: lookUp,
    search: (name) => resolver.search(name),
    get missing() {
      return allMissing();
    },
    get warnings() {
      return warnings();
    },
    get lookedUp() {
      return lookedUp;
    },
    others: {
      options,
      async prepare() {
        readable ??= await openDemangler(() => isSpent = true);
      },
      describe: () => JSON.stringify(describe()),
      accept: (description) => accept(JSON.parse(description)),
      remember: (from) => memory = from,
    },
    async rest() {
      files.close();
      isChecked = false;
      // Because of the work limit, the names that are not demangled depend on which names were looked up
      // before.
      if (!isNew || isSpent || memory === undefined || files.changed() !== undefined) return;
      isNew = false;
      const remembered = (): string =>
        JSON.stringify(
          { ...describe(), options: wanted, names: [...names] } satisfies Remembered,
        );
      await memory.write(remembered, seconds);
    },
    close: () => files.close(),
  };
}
