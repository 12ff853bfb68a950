/**
 * Finds the programs of a coverage trace and attaches their symbols to the trace.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { accessOf } from "../../elf/byte_access.ts";
import { ElfFile } from "../../elf/elf_file.ts";
import { FLAG_ALLOC, FLAG_EXEC } from "../../elf/sections.ts";
import { loadBias } from "../../elf/segments.ts";
import { EVENT_KINDS } from "../../events/trace_sink.ts";
import { TAG, TAG_NAMES } from "../../formats/gnatcov/constants.ts";
import { decodeText } from "../../formats/gnatcov/info_text.ts";
import { formatNamed } from "../../formats/registry.ts";
import { checkProgram } from "../../formats/gnatcov/derive/program_check.ts";
import { attachPrograms } from "./attached_program.ts";
import type { AttachedProgram, ProgramSection } from "./program_coverage.ts";
import type { Trace } from "../../tables/trace.ts";
import type { Tag } from "../../tables/packed_trace.ts";
import { linesWarning } from "../../ingest/lines_warning.ts";

/** Where programs are searched. */
interface AttachOptions {
  /** Path of the trace file: paths in it may be relative to its folder. */
  readonly tracePath: string;
  /** The program, if the user names it. */
  readonly exec?: string | undefined;
  /** Reads a file; undefined if it does not exist. */
  readonly open: (path: string) => Uint8Array | undefined;
}

/** The result of attaching. */
interface AttachResult {
  /** Modules whose symbols are now attached, with the files they come from. */
  readonly attached: ReadonlyMap<string, string>;
  /** Warnings for the user about files that differ from those that the trace was recorded with. */
  readonly warnings: readonly string[];
}

/** A program or module as the trace names it. */
interface NamedModule {
  readonly name: string;
  readonly infos: { readonly tag: number; readonly data: Uint8Array }[];
}

const MODULE_PREFIX = "MODULE_";

/** Attaches the symbols that can be found. Does nothing for traces of other formats. */
export function attachCoverage(trace: Trace, options: AttachOptions): AttachResult {
  const attached = new Map<string, string>();
  const warnings: string[] = [];
  if (!formatNamed(trace.header.format)?.has.includes("programs") || !trace.tables.has("entries")) {
    return { attached, warnings };
  }
  const programs = new Map<string, AttachedProgram>();
  const starts = moduleStarts(trace);
  for (const [index, module] of namedModules(trace.tags).entries()) {
    const exec = index === 0 ? options.exec : undefined;
    const found = findFile(module, exec, options, warnings);
    if (!found) continue;
    let elf: ElfFile;
    try {
      elf = elfOf(found.bytes);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      warnings.push(`Cannot read "${found.path}" as a program: ${error.message}`);
      continue;
    }
    const bias = index === 0 ? programBias(trace, elf) : moduleBias(elf, starts.get(module.name));
    if (bias === null) {
      warnings.push(`Cannot tell where "${found.path}" was loaded: it is position-independent`);
      continue;
    }
    const { table, problems } = elf.lines;
    const { symbols } = elf;
    programs.set(module.name, { symbols, sections: sectionsOf(elf), data: symbols.data, lines: table, bias });
    const damage = linesWarning(found.path, problems);
    if (damage !== undefined) warnings.push(damage);
    attached.set(module.name, found.path);
  }
  if (programs.size > 0) attachPrograms(trace, programs);
  return { attached, warnings };
}

const parsed = new WeakMap<Uint8Array, ElfFile>();

/** Cached, because thousands of traces of a campaign have the same program. */
function elfOf(bytes: Uint8Array): ElfFile {
  let elf = parsed.get(bytes);
  if (!elf) parsed.set(bytes, elf = new ElfFile(accessOf(bytes)));
  return elf;
}

function sectionsOf(elf: ElfFile): ProgramSection[] {
  return elf.sections.map(({ name, addr, size, flags }) => ({
    name,
    addr,
    size,
    loaded: (flags & BigInt(FLAG_ALLOC)) !== 0n,
    executable: (flags & BigInt(FLAG_EXEC)) !== 0n,
  }));
}

/** Returns the program first, then every module once. */
function namedModules(tags: readonly Tag[]): NamedModule[] {
  const program: NamedModule["infos"] = [];
  const loads: NamedModule["infos"][] = [];
  for (const { name, raw } of tags) {
    if (!raw) continue;
    const isModule = name.startsWith(MODULE_PREFIX);
    const tag = TAG_NAMES.indexOf(isModule ? name.slice(MODULE_PREFIX.length) : name);
    if (tag <= 0) continue;
    if (!isModule) {
      program.push({ tag, data: raw });
      continue;
    }
    const last = loads[loads.length - 1];
    // Loads are listed one after another; a tag that is already present begins the next load.
    if (!last || last.some((info) => info.tag === tag)) loads.push([{ tag, data: raw }]);
    else last.push({ tag, data: raw });
  }
  const modules: NamedModule[] = [{ name: nameOf(program), infos: program }];
  for (const infos of loads) {
    const name = nameOf(infos);
    if (name !== "" && !modules.some((each) => each.name === name)) modules.push({ name, infos });
  }
  return modules;
}

function nameOf(infos: NamedModule["infos"]): string {
  const name = infos.find((info) => info.tag === TAG.execFileName);
  return name ? decodeText(name.data) : "";
}

/**
 * Finds a file that the trace may have been recorded with. A file that the user names is always used, with a
 * warning if it does not match.
 */
function findFile(
  { name, infos }: NamedModule,
  exec: string | undefined,
  { tracePath, open }: AttachOptions,
  warnings: string[],
): { path: string; bytes: Uint8Array } | undefined {
  if (exec === undefined && name === "") return undefined;
  const folder = tracePath.includes("/") ? tracePath.slice(0, tracePath.lastIndexOf("/") + 1) : "";
  const base = name.slice(name.lastIndexOf("/") + 1);
  const relative = name.startsWith("/") ? [name] : [folder + name, name];
  const paths = exec !== undefined ? [exec] : [...new Set([...relative, folder + base])];
  for (const path of paths) {
    const bytes = open(path);
    if (!bytes) continue;
    const mismatches = checkProgram(bytes, infos);
    if (mismatches.length === 0) return { path, bytes };
    const [{ tag, expected, found }] = mismatches as [typeof mismatches[0]];
    const what = tag === TAG.execFileSize ? "bytes" : "as CRC";
    const used = exec !== undefined ? "used anyway" : "not used";
    warnings.push(
      `"${path}" is not the program of this trace: ${found} ${what}, expected ${expected}; ${used}`,
    );
    if (exec !== undefined) return { path, bytes };
  }
  if (exec !== undefined) warnings.push(`Cannot open "${exec}"`);
  return undefined;
}

/** Returns where each module was first loaded. */
function moduleStarts(trace: Trace): Map<string, { from: bigint; to: bigint }> {
  const entries = trace.tables.get("entries")!;
  const [kinds, addrs, sizes, modules] = ["kind", "addr", "size", "module"].map((name) =>
    entries.cells(name)
  );
  const load = BigInt(EVENT_KINDS.indexOf("module-load"));
  const starts = new Map<string, { from: bigint; to: bigint }>();
  modules!.forEach((module, row) => {
    const kind = kinds![row];
    if ((kind !== load && kind !== "module-load") || typeof module !== "string" || starts.has(module)) return;
    const from = addrs![row] as bigint;
    starts.set(module, { from, to: from + ((sizes![row] as bigint | null) ?? 0n) });
  });
  return starts;
}

/**
 * In a trace, addresses of a module count from the start of its code; in its file, they count from the link
 * address of the code.
 */
function moduleBias(elf: ElfFile, mapping: { from: bigint; to: bigint } | undefined): bigint | null {
  if (!mapping) return null;
  return mapping.from - loadBias(elf.header, elf.segments, mapping);
}

/**
 * Returns 0 for a program that runs at its link address, or if the trace contains the load address. Otherwise
 * returns the base at which most functions begin where a block begins.
 */
function programBias(trace: Trace, elf: ElfFile): bigint | null {
  if (
    elf.hasFixedAddresses || trace.tags.some((tag) => tag.name === "KERNEL_FILE_NAME" && tag.value !== "")
  ) {
    return 0n;
  }
  const entries = trace.tables.get("entries")!;
  const functions = elf.symbols.functions.slice(0, MOST_FUNCTIONS);
  const votes = new Map<bigint, number>();
  const places = byPlaceInPage(entries.cells("addr"));
  for (const { address } of functions) {
    for (const addr of places.get(Number(address & PAGE_MASK)) ?? []) {
      const base = addr - address;
      if (base >= 0n) votes.set(base, (votes.get(base) ?? 0) + 1);
    }
  }
  const [best] = [...votes].sort(([, a], [, b]) => b - a);
  // A single match may be a coincidence.
  return best && best[1] > 1 ? -best[0] : null;
}

const PAGE_MASK = 4095n;
/** Maximum number of functions to compare; more would not change the result. */
const MOST_FUNCTIONS = 2000;

/** Groups addresses by their offset in a page, because bases are page-aligned. */
function byPlaceInPage(addrs: readonly unknown[]): Map<number, bigint[]> {
  const known = [...new Set(addrs)].filter((addr) => typeof addr === "bigint");
  return Map.groupBy(known, (addr) => Number(addr & PAGE_MASK));
}
