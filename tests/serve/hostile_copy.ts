/** Samples of any format with names that look like markup. */
import { Buffer } from "node:buffer";
import { crc32, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { Conformance } from "../conformance/profile.ts";
import type { WireTraces } from "../../src/serve/api_types.ts";
import { TestWorkbench } from "./serve_support.ts";

/** Columns with names that readers do not interpret. */
const NAMES = ["func", "file", "module", "symbol", "unit", "type"];
/** First bytes of compressed files, and their decoders. */
const PACKED: readonly (readonly [magic: readonly number[], unpack: (bytes: Uint8Array) => Uint8Array])[] = [
  [[0x28, 0xb5, 0x2f, 0xfd], zstdDecompressSync],
  [[0x1f, 0x8b], gunzipSync],
];

/**
 * A copy of a sample, beside copies of its programs, with names that begin with `<i>`: of the same length, so that
 * every length in the file stays valid. Returns the path, and a table and a column with such names.
 */
export async function hostileCopy(
  path: string,
  folder: string,
  own: Conformance["names"],
): Promise<{ readonly path: string; readonly column: readonly [table: string, name: string] }> {
  const [, directory, file] = /^(.*)\/([^/]+)$/.exec(path)!;
  const programs = Array.from(Deno.readDirSync(directory!)).filter(({ name, isFile }) =>
    isFile && /-x86_64$/.test(name)
  );
  // A trace finds its program by its name.
  const { found, columns } = await namesOf(path, own);
  const names = found.filter((each) => !programs.some(({ name }) => name.includes(each)));
  const sums: [string, string][] = [];
  // Some names are added by the reader, such as kinds of entries.
  const stored = new Set<string>();
  // A trace contains a checksum of its program.
  for (const name of [...programs.map(({ name }) => name), file!]) {
    const bytes = await Deno.readFile(`${directory}/${name}`);
    const unpack = PACKED.find(([magic]) => magic.every((byte, at) => bytes[at] === byte))?.[1];
    // The decoder named latin1 is actually windows-1252.
    let text = Buffer.from(unpack?.(bytes) ?? bytes).toString("latin1");
    for (const each of names) {
      if (text.includes(each)) stored.add(each);
      text = text.replaceAll(each, hostile(each));
    }
    for (const [before, after] of sums) text = text.replaceAll(before, after);
    const copy = Buffer.from(text, "latin1");
    if (name !== file) sums.push([sumOf(bytes), sumOf(copy)]);
    await Deno.writeFile(`${folder}/${name}`, copy);
  }
  const shown = columns.find(({ names }) => names.some((each) => stored.has(each)));
  if (!shown) throw new Error(`${path} has no names`);
  return { path: `${folder}/${file}`, column: [shown.table, shown.column] };
}

/** The checksum of a program as traces store it. */
function sumOf(bytes: Uint8Array): string {
  return String(crc32(bytes)).padStart(10);
}

function hostile(name: string): string {
  return `<i>${name.slice(3)}`;
}

/** A column and the names that it has. */
interface NamesOfColumn {
  readonly table: string;
  readonly column: string;
  readonly names: string[];
}

/** Names of a sample, longest first: since one may be part of another; and their columns. */
async function namesOf(
  path: string,
  own: Conformance["names"],
): Promise<{ readonly found: readonly string[]; readonly columns: readonly NamesOfColumn[] }> {
  const bench = await TestWorkbench.open({ a: path });
  const facts = await bench.answer<WireTraces>("traces");
  const found = new Set<string>();
  const known: NamesOfColumn[] = [];
  for (const { name: table, columns } of facts.traces[0]!.tables) {
    for (const { name, kind, isEmpty } of columns) {
      if (!(own ? name === own.column : NAMES.includes(name)) || kind !== "text" || isEmpty) continue;
      const { cells } = await bench.rows(`${table} | by ${name} | take 200`);
      const names: string[] = [];
      known.push({ table, column: name, names });
      for (const cell of cells[0]!) {
        if (typeof cell !== "string" || !/^[\x20-\x7e]{5,}$/.test(cell)) continue;
        if (own && !own.match.test(cell)) continue;
        found.add(cell);
        names.push(cell);
      }
    }
  }
  return { found: [...found].sort((a, b) => b.length - a.length), columns: known };
}
