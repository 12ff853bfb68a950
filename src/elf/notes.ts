/**
 * Build ids and debug links, which connect a program to its debug file.
 * @module
 */

import { Fields, textAt } from "./fields.ts";
import { type ElfParts, NOTE, sectionBytes } from "./sections.ts";
import { SEGMENT_NOTE } from "./segments.ts";

const BUILD_ID = 3;
/** Longer notes are ignored. */
const MAX_NOTE_BYTES = 1 << 20;

/** The build id as lower-case hexadecimal digits. */
export function readBuildId({ access, header, sections, segments }: ElfParts): string | undefined {
  const places = [
    ...sections.filter((section) => section.type === NOTE).map(({ offset, size }) => ({ offset, size })),
    ...segments.filter((segment) => segment.type === SEGMENT_NOTE)
      .map(({ offset, fileSize }) => ({ offset, size: fileSize })),
  ];
  for (const { offset, size } of places) {
    if (offset >= BigInt(access.size)) continue;
    const bytes = access.read(Number(offset), Math.min(Number(size), MAX_NOTE_BYTES));
    const id = buildIdAmong(new Fields(bytes, header));
    if (id !== undefined) return id;
  }
  return undefined;
}

function buildIdAmong(notes: Fields): string | undefined {
  for (let at = 0; at + 12 <= notes.length;) {
    const nameLength = notes.u32(at);
    const length = notes.u32(at + 4);
    const data = at + 12 + Math.ceil(nameLength / 4) * 4;
    const next = data + Math.ceil(length / 4) * 4;
    if (data + length > notes.length) return undefined;
    if (notes.u32(at + 8) === BUILD_ID && nameLength === 4 && textAt(notes.bytes, at + 12) === "GNU") {
      return notes.bytes.subarray(data, data + length).toHex();
    }
    at = next;
  }
  return undefined;
}

/** Name and checksum of a separate debug file. */
export interface DebugLink {
  /** File name without folder. */
  readonly name: string;
  /** CRC-32 of the file. */
  readonly crc: number;
}

/** Reads the debug link: a name, NULs up to a multiple of four, and a checksum. */
export function readDebugLink({ access, header, sections }: ElfParts): DebugLink | undefined {
  const section = sections.find((each) => each.name === ".gnu_debuglink");
  if (!section || section.size > 4096n) return undefined;
  const fields = new Fields(sectionBytes(access, section), header);
  const end = fields.bytes.indexOf(0);
  const at = (end + 4) & ~3;
  if (end <= 0 || at + 4 > fields.length) return undefined;
  return { name: textAt(fields.bytes, 0), crc: fields.u32(at) };
}

/** A file with shared parts of debug information, as written by `dwz`. */
interface SharedName {
  /** Its path, absolute or relative to the file that names it. */
  readonly name: string;
  /** Build id of the supplementary file, in hexadecimal digits. */
  readonly buildId: string;
}

const SUPPLEMENT_HEAD = 3;

/** The id of a shared file: its build id, or the one in `.debug_sup`. */
export function readSharedId(elf: ElfParts): string | undefined {
  const bytes = smallSection(elf, ".debug_sup");
  if (bytes?.[2] !== 1) return readBuildId(elf);
  return bytes.subarray(bytes.indexOf(0, SUPPLEMENT_HEAD) + 2).toHex();
}

/**
 * The name of the shared file: `.gnu_debugaltlink` is a name and a build id; `.debug_sup` of DWARF 5 is version(2), whether
 * this is the shared file(1), a name, and the length of the id in front of it.
 */
export function readSharedName(elf: ElfParts): SharedName | undefined {
  const link = smallSection(elf, ".gnu_debugaltlink"), supplement = smallSection(elf, ".debug_sup");
  const bytes = link ?? (supplement?.[2] === 0 ? supplement.subarray(SUPPLEMENT_HEAD) : undefined);
  const end = bytes?.indexOf(0) ?? -1;
  if (!bytes || end <= 0) return undefined;
  return { name: textAt(bytes, 0), buildId: bytes.subarray(end + (link ? 1 : 2)).toHex() };
}

function smallSection({ access, sections }: ElfParts, name: string): Uint8Array | undefined {
  const section = sections.find((each) => each.name === name);
  return section && section.size <= 4096n ? sectionBytes(access, section) : undefined;
}

/**
 * Possible paths of a shared file. Paths are joined with `/`; `of` is the path of the file that refers to it.
 */
export function sharedFilePaths(
  { name, buildId }: SharedName,
  of: string,
  { root, folders }: { readonly root: string; readonly folders: readonly string[] },
): string[] {
  const folder = of.replace(/[^/]*$/, "");
  return [
    name.startsWith("/") ? root + name : folder + name,
    ...folders.flatMap((each) => [`${each}/${debugFileOf(buildId)}`, `${each}/${buildId}/debuginfo`]),
  ];
}

/**
 * Possible paths of the file with a split unit: as the compiler named it, next to the program, in debug
 * folders.
 */
export function splitFilePaths(
  { folder, name }: { readonly folder: string; readonly name: string },
  of: string,
  { root, folders }: { readonly root: string; readonly folders: readonly string[] },
): string[] {
  const base = name.replace(/^.*\//, "");
  const own = of.replace(/[^/]*$/, "");
  const isWhole = name.startsWith("/");
  return [
    ...(isWhole ? [root + name] : folder.startsWith("/") ? [`${root}${folder}/${name}`] : []),
    ...(isWhole || name === base ? [] : [own + name]),
    own + base,
    ...folders.flatMap((
      each,
    ) => [...(isWhole || name === base ? [] : [`${each}/${name}`]), `${each}/${base}`]),
  ];
}

/** Possible paths of a program by build id: links of distributions, and downloads of a debuginfod client. */
export function programPathsByBuildId(buildId: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) => [`${folder}/${idPath(buildId)}`, `${folder}/${buildId}/executable`]);
}

/** Path of a debug file by build id, within a debug folder. */
export function debugFileOf(buildId: string): string {
  return `${idPath(buildId)}.debug`;
}

/** The path of a build id: its first two digits name a folder. */
function idPath(buildId: string): string {
  return `.build-id/${buildId.slice(0, 2)}/${buildId.slice(2)}`;
}

/** Paths beside a program where the debug file that it names may be. */
export function linkedFilePaths(program: string, { name }: DebugLink): string[] {
  const folder = program.replace(/[^/]*$/, "");
  const own = fileNameOfLink(name);
  return own === undefined
    ? []
    : [`${folder}${own}`, `${folder}.debug/${own}`].filter((path) => path !== program);
}

/** The last part of the name in a debug link: the name comes from a file, so it must not lead to another folder. */
function fileNameOfLink(name: string): string | undefined {
  const own = name.replace(/^.*\//, "");
  return own === "" || own === "." || own === ".." ? undefined : own;
}

/**
 * Possible paths of a module's debug file, best first. Paths are joined with `/`; without a module only its
 * id is used.
 */
export function debugFilePaths(
  module: string,
  ids: { buildId?: string | undefined; debugLink?: DebugLink | undefined },
  folders: readonly string[],
): string[] {
  const places: string[] = [];
  const parent = module.replace(/\/[^/]*$/, "");
  const name = ids.debugLink && fileNameOfLink(ids.debugLink.name);
  for (const folder of folders) {
    if (ids.buildId) {
      places.push(`${folder}/${debugFileOf(ids.buildId)}`);
      // The layout of debuginfod's download cache.
      places.push(`${folder}/${ids.buildId}/debuginfo`);
    }
    if (name !== undefined) places.push(`${folder}${parent}/${name}`, `${folder}/${name}`);
    if (module !== "") places.push(`${folder}${module}.debug`, `${folder}${module}`);
  }
  return places;
}
