/**
 * Records the traces of `testdata/gnatcov/wordfreq` with their program: compiles the program of an mpatrol sample and
 * runs it under qemu-user, whose log of translated and executed blocks has the content of a coverage trace. Needs gcc,
 * binutils and qemu-user; `deno run -A tools/coverage_sample/record.ts` from the root of the repository.
 * @module
 */

import { runIn } from "../commands.ts";
import { INPUTS } from "./inputs.ts";
import { parseBlocks, parseRuns } from "./qemu_log.ts";
import { entriesOf } from "./outcomes.ts";
import { type InfoToWrite, TraceWriter } from "../../src/formats/gnatcov/writer.ts";
import { SECTION, TAG } from "../../src/formats/gnatcov/constants.ts";
import { crc32 } from "node:zlib";
import { Temporary } from "../../tests/support/temporary.ts";

const SAMPLES = new URL("../../testdata/gnatcov/wordfreq/", import.meta.url).pathname;
const SOURCE = new URL("../../testdata/mpatrol/wordfreq-le64/source.c", import.meta.url).pathname;
const PROGRAM = "wordfreq-x86_64";

/** Debug sections other than line tables. */
const OTHER_SECTIONS = [
  ".comment",
  ...["info", "abbrev", "aranges", "str", "rnglists", "loclists"].map((name) => `.debug_${name}`),
];

const EM_X86_64 = 62;

using temporary = Temporary.folder();
const folder = temporary.path;
compile();
for (const [name, input] of Object.entries(INPUTS)) record(name, input);

/** The trace of the memory library uses this name of the source, and the line table must, too. */
function compile(): void {
  Deno.copyFileSync(SOURCE, `${folder}/wordfreq.c`);
  const flags = ["-O0", "-g", "-no-pie", "-Wl,-z,norelro,--build-id=none"];
  runIn(folder, "gcc", ...flags, `-ffile-prefix-map=${folder}=.`, "-o", "wordfreq", "wordfreq.c");
  runIn(folder, "objcopy", ...OTHER_SECTIONS.flatMap((name) => ["-R", name]), "wordfreq", SAMPLES + PROGRAM);
}

function record(name: string, input: string | null): void {
  if (input !== null) Deno.writeTextFileSync(`${folder}/input.txt`, input);
  const program = SAMPLES + PROGRAM;
  const [from, to] = codeOf(program);
  const range = `0x${from.toString(16)}..0x${(to - 1n).toString(16)}`;
  // Without chaining, every executed block is in the log.
  const args = ["-d", "exec,in_asm,nochain", "-dfilter", range, "-D", "log", program, "input.txt"];
  new Deno.Command("qemu-x86_64", { args, cwd: folder, stdout: "null", stderr: "null" }).outputSync();
  const log = Deno.readTextFileSync(`${folder}/log`);
  const path = `${SAMPLES}${name}.trace`;
  const file = Deno.openSync(path, { write: true, create: true, truncate: true });
  const shape = {
    kind: SECTION.flat,
    pcSize: 8,
    bigEndian: false,
    machine: EM_X86_64,
    infos: infosOf(name),
  } as const;
  const writer = new TraceWriter(shape, (piece) => void file.writeSync(piece));
  let count = 0;
  for (const { pc, size, op } of entriesOf(parseBlocks(log), parseRuns(log))) {
    writer.entry(Number(pc & 0xffff_ffffn), Number(pc >> 32n), size, op);
    count++;
  }
  writer.end();
  file.close();
  Deno.stdout.writeSync(new TextEncoder().encode(`${name}.trace: ${count} entries\n`));
}

function infosOf(name: string): InfoToWrite[] {
  const bytes = Deno.readFileSync(SAMPLES + PROGRAM);
  const stamp = (Deno.statSync(SAMPLES + PROGRAM).mtime ?? new Date()).toISOString();
  const text = (tag: number, value: string): InfoToWrite => ({ tag, data: new TextEncoder().encode(value) });
  return [
    { tag: TAG.dateTime, data: dateInfo(new Date()) },
    text(TAG.execFileName, PROGRAM),
    text(TAG.execFileSize, ` ${bytes.length}`),
    text(TAG.execFileTimeStamp, stamp.slice(0, 19).replace("T", " ")),
    text(TAG.execFileCrc32, ` ${crc32(bytes)}`),
    text(TAG.userData, name),
  ];
}

function dateInfo(date: Date): Uint8Array {
  const year = date.getUTCFullYear();
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  return Uint8Array.from([year & 0xff, year >> 8, date.getUTCMonth() + 1, date.getUTCDate(), ...time, 0]);
}

/** From the first to the last byte of the code, from the section table. */
function codeOf(program: string): [bigint, bigint] {
  const rows = runIn(folder, "readelf", "-SW", program).matchAll(/PROGBITS +(\w+) +\w+ +(\w+) +\w+ +AX /g);
  const spans = [...rows].map((
    [, from, size],
  ) => [BigInt(`0x${from}`), BigInt(`0x${from}`) + BigInt(`0x${size}`)]);
  const edges = spans.flat().sort((a, b) => a < b ? -1 : 1);
  return [edges[0]!, edges.at(-1)!];
}
