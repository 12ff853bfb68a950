/**
 * Names for the addresses of a trace, from programs and libraries on this machine.
 * @module
 */

import { AddressResolver } from "../elf/address_resolver.ts";
import type { FoundFile, ModuleName, ModuleSearch } from "../elf/find_module.ts";
import type { FunctionAt } from "../formats/format.ts";
import { openDemangler } from "./demangle.ts";
import { linesWarning } from "./lines_warning.ts";
import type { Described, OtherFiles } from "./other_files.ts";
import { RootedFiles } from "./rooted_files.ts";
import type { ResolveOptions } from "./resolve_options.ts";

export type { FoundFile, ModuleSearch };

/** Names functions until it is closed. */
export interface Resolver {
  /** What readers call. */
  readonly functionAt: FunctionAt;
  /** Looks for the files of a module. */
  search(name: ModuleName): ModuleSearch;
  /** Modules that were asked for and are not available, in the order of asking. */
  readonly missing: readonly string[];
  /** What a user should know: programs of another build, line tables that are damaged. */
  readonly warnings: readonly string[];
  /** The files that names came from. */
  readonly others: OtherFiles;
  /** Closes what it has opened. */
  close(): void;
}

const DEBUG_DIR = "/usr/lib/debug";

/** Opens nothing yet. C++ and Rust names are demangled. */
export async function openResolver(options: ResolveOptions): Promise<Resolver> {
  const { sysroot = "", debugDirs = [], downloads, lines = false } = options;
  const root = sysroot.replace(/\/+$/, "");
  const files = new RootedFiles(root);
  const missing = new Set<string>();
  let isWhole = true;
  const demangle = await openDemangler(() => isWhole = false);
  const resolver = new AddressResolver({
    open: (path) => files.open(path),
    sysroot: root,
    lines,
    debugDirs: [...debugDirs, root + DEBUG_DIR, ...downloads === undefined ? [] : [downloads]]
      .map((folder) => folder.replace(/\/+$/, "")),
  });
  // What was said when names were saved: nobody asks for them again.
  let before: Described | undefined;
  const warnings = (): string[] => [
    ...before?.warnings ?? [],
    ...resolver.otherBuilds.map((path) =>
      `${path} is of another build than the traced one: its functions have no names`
    ),
    ...resolver.missingFiles.map(([path, [first, ...others]]) =>
      `Inlined functions of "${path}" are not complete: ${first}${
        others.length > 0 ? ` and ${others.length} more files` : ""
      } with debug information ${others.length > 0 ? "are" : "is"} not there`
    ),
    ...resolver.damagedLines.flatMap(([path, problems]) => linesWarning(path, problems) ?? []),
  ];
  const allMissing = (): string[] => [...before?.missing ?? [], ...missing];
  return {
    functionAt(module, from, to, address, isWhole = false, buildId) {
      const name = { path: module, buildId };
      const call = resolver.callAt(name, { from, to, isWhole }, address);
      if (call) {
        const { func, source, frames } = call;
        if (!frames) return { func: demangle(func), source };
        const readable = frames.map((frame) => ({ func: demangle(frame.func), source: frame.source }));
        return { func: readable.at(-1)!.func, source, frames: readable };
      }
      if (module.startsWith("/") && !resolver.has(name)) missing.add(module);
      return undefined;
    },
    search: (name) => resolver.search(name),
    get missing() {
      return allMissing();
    },
    get warnings() {
      return warnings();
    },
    others: {
      options,
      get isWhole() {
        return isWhole;
      },
      describe: () =>
        JSON.stringify(
          { places: [...files.looked], missing: allMissing(), warnings: warnings() } satisfies Described,
        ),
      accept(description) {
        const described: Described = JSON.parse(description);
        if (described.places.some(([path, state]) => files.stateOf(path) !== state)) return false;
        before = described;
        return true;
      },
    },
    close: () => files.close(),
  };
}
