/**
 * Finds the files of a module: its program or library, and the debug file with its symbols.
 * @module
 */

import { FormatError } from "../base/errors.ts";
import type { ByteAccess } from "./byte_access.ts";
import { ElfFile } from "./elf_file.ts";
import type { Companions } from "./info/companions.ts";
import {
  debugFilePaths,
  linkedFilePaths,
  programPathsByBuildId,
  readSharedId,
  sharedFilePaths,
  splitFilePaths,
} from "./notes.ts";

/** Where to search for files. */
export interface SymbolSearchPaths {
  /** Opens a file; undefined if it does not exist. */
  readonly open: (path: string) => ByteAccess | undefined;
  /** Folder with the root of the traced machine; this machine's root when absent. */
  readonly sysroot?: string | undefined;
  /** The folder that relative paths start from; if absent, they are not searched. */
  readonly folder?: string | undefined;
  /** Folders with debug files. */
  readonly debugDirs?: readonly string[] | undefined;
}

/** A module as a trace names it. */
export interface ModuleName {
  readonly path: string;
  /** Its build id in hexadecimal digits, where the trace has it. */
  readonly buildId?: string | undefined;
}

/** A file that was found. */
export interface FoundFile {
  readonly path: string;
  readonly file: ElfFile;
}

/** The result of searching for a module. */
export interface ModuleSearch {
  /** The program; a debug file replaces one that is not available. */
  readonly program?: FoundFile;
  /** The file whose symbols are used. */
  readonly symbols?: FoundFile;
  /** Every path that was searched without success, in order. */
  readonly looked: readonly string[];
  /** Files at these paths that belong to a different build. */
  readonly otherBuilds: readonly FoundFile[];
}

/**
 * Searches for a module's program, at the traced path and by its build id, and then for the program's debug
 * file.
 */
export function findModule(
  { path: named, buildId: given }: ModuleName,
  places: SymbolSearchPaths,
): ModuleSearch {
  const path = absolutePath(named, places.folder);
  const buildId = knownBuildId(given);
  const folders = [...(places.debugDirs ?? [])];
  const root = places.sysroot ?? "";
  const looked: string[] = [];
  const otherBuilds: FoundFile[] = [];
  /** The first file with the wanted build id; any file if none is wanted. */
  const first = (paths: readonly string[], wanted: string | undefined): FoundFile | undefined => {
    for (const each of paths) {
      const file = openElf(each, places);
      if (file && (wanted === undefined || file.buildId === wanted)) return { path: each, file };
      if (file) otherBuilds.push({ path: each, file });
      looked.push(each);
    }
  };
  const isPath = path.startsWith("/");
  const program = first([
    ...(isPath ? [root + path] : []),
    ...(buildId === undefined ? [] : programPathsByBuildId(buildId, [...folders, `${root}/usr/lib`])),
  ], buildId);
  const id = program?.file.buildId ?? buildId;
  if (!program && id === undefined) return { looked, otherBuilds };
  const debugLink = program?.file.debugLink;
  const debug = first([
    ...debugFilePaths(isPath ? path : "", { buildId: id, debugLink }, folders),
    ...(program && debugLink ? linkedFilePaths(program.path, debugLink) : []),
  ], id);
  const symbols = debug ?? program;
  // A debug file has the same headers as the program, and these define its addresses.
  const stands = program ?? debug;
  return { ...(stands ? { program: stands } : {}), ...(symbols ? { symbols } : {}), looked, otherBuilds };
}

/** Completes a relative path such as `./app`. A name without a folder is no path: `[vdso]`, `linux-vdso.so.1`. */
function absolutePath(path: string, folder: string | undefined): string {
  if (folder === undefined || path.startsWith("/") || !path.includes("/")) return path;
  return `${folder.replace(/\/$/, "")}/${path.replace(/^(?:\.\/+)+/, "")}`;
}

/** Finds other files that contain parts of a file's debug information. */
function companionsOf(
  path: string,
  { open, sysroot: root = "", debugDirs: folders = [] }: SymbolSearchPaths,
): Companions {
  const openPart = (each: string): ElfFile | undefined => openElf(each, { open });
  return {
    openPackage: () => openPart(`${path}.dwp`) ?? openPart(`${path.replace(/\.debug$/, "")}.dwp`),
    *openSplit(folder, name) {
      for (const each of splitFilePaths({ folder, name }, path, { root, folders })) {
        const file = openPart(each);
        if (file) yield file;
      }
    },
    openShared(name, buildId) {
      for (const each of sharedFilePaths({ name, buildId }, path, { root, folders })) {
        const file = openPart(each);
        // A file of a different build has other entries at these offsets.
        if (file && readSharedId(file) === buildId) return file;
      }
    },
  };
}

/**
 * Returns the build id in lower case; undefined if malformed, because a trace may contain anything and the id
 * becomes part of paths.
 */
function knownBuildId(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{4,128}$/i.test(text) ? text.toLowerCase() : undefined;
}

/** Opens a program or library; undefined if it is missing or not an ELF file. */
export function openElf(path: string, places: SymbolSearchPaths): ElfFile | undefined {
  const access = places.open(path);
  if (!access) return undefined;
  try {
    return new ElfFile(access, companionsOf(path, places));
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
