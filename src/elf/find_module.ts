/**
 * The files of a module: its program or library, and the debug file whose symbols are used.
 * @module
 */

import { FormatError } from "../base/errors.ts";
import type { ByteAccess } from "./byte_access.ts";
import { ElfFile } from "./elf_file.ts";
import type { Companions } from "./info/companions.ts";
import { debugFilePlaces, programPlaces, readSharedId, sharedFilePlaces, splitFilePlaces } from "./notes.ts";

/** Where files are looked for. */
export interface SearchPlaces {
  /** Opens a file, undefined when there is none. */
  readonly open: (path: string) => ByteAccess | undefined;
  /** Folder that stands for the root of the traced machine; the own root when absent. */
  readonly sysroot?: string | undefined;
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

/** What a search found. */
export interface ModuleSearch {
  /** The program; a debug file stands in for one that is not available. */
  readonly program?: FoundFile;
  /** The file whose symbols are used. */
  readonly symbols?: FoundFile;
  /** Every place that was looked at and had nothing, in this order. */
  readonly looked: readonly string[];
  /** Files in such places that are of another build. */
  readonly otherBuilds: readonly FoundFile[];
}

/** Looks for the program of a module where the trace says and by its build id, and for the debug file of that. */
export function findModule({ path, buildId: given }: ModuleName, places: SearchPlaces): ModuleSearch {
  const buildId = knownBuildId(given);
  const folders = [...(places.debugDirs ?? [])];
  const root = places.sysroot ?? "";
  const looked: string[] = [];
  const otherBuilds: FoundFile[] = [];
  /** The first file of the build; a file without an id is taken where no id is asked for. */
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
    ...(buildId === undefined ? [] : programPlaces(buildId, [...folders, `${root}/usr/lib`])),
  ], buildId);
  const id = program?.file.buildId ?? buildId;
  if (!program && id === undefined) return { looked, otherBuilds };
  const debugLink = program?.file.debugLink;
  const debug = first(debugFilePlaces(isPath ? path : "", { buildId: id, debugLink }, folders), id);
  const symbols = debug ?? program;
  // It has the program's headers, which say where its addresses are.
  const stands = program ?? debug;
  return { ...(stands ? { program: stands } : {}), ...(symbols ? { symbols } : {}), looked, otherBuilds };
}

/** Where other files are that hold parts of the debug information of one. */
function companionsOf(
  path: string,
  { open, sysroot: root = "", debugDirs: folders = [] }: SearchPlaces,
): Companions {
  const openPart = (each: string): ElfFile | undefined => openElf(each, { open });
  return {
    openPackage: () => openPart(`${path}.dwp`) ?? openPart(`${path.replace(/\.debug$/, "")}.dwp`),
    *openSplit(folder, name) {
      for (const each of splitFilePlaces({ folder, name }, path, { root, folders })) {
        const file = openPart(each);
        if (file) yield file;
      }
    },
    openShared(name, buildId) {
      for (const each of sharedFilePlaces({ name, buildId }, path, { root, folders })) {
        const file = openPart(each);
        // Another build has other entries at these places.
        if (file && readSharedId(file) === buildId) return file;
      }
    },
  };
}

/** A build id in small digits; a trace may have anything there, and it becomes a part of paths. */
function knownBuildId(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{4,128}$/i.test(text) ? text.toLowerCase() : undefined;
}

/** The program or library of a path; undefined where there is none. */
export function openElf(path: string, places: SearchPlaces): ElfFile | undefined {
  const access = places.open(path);
  if (!access) return undefined;
  try {
    return new ElfFile(access, companionsOf(path, places));
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
