/**
 * How much memory writers take while 100 million rows stream through them into nothing: `stream.ts [ROWS]` runs each in
 * its own process, which may take 4 GB and two minutes, and writes the table into `docs/dev/writers.md`.
 * @module
 */

import { BATCH_ROWS, type Cells, type RowBatch } from "../../../src/engine/row_batches.ts";
import type { RowSource } from "../../../src/export/exporter.ts";
import { newPools } from "../../../src/tables/pools.ts";
import { run } from "../../../tools/commands.ts";
import { type StreamWriter, streamWriters } from "./stream_writers.ts";

const ROOT = new URL("../../../", import.meta.url);
const HERE = "tests/bench/writers";
const DOCUMENT = new URL("docs/dev/writers.md", ROOT);
const [BEGIN, END] = ["<!-- streams: begin -->", "<!-- streams: end -->"];
const WITH = ["--config", `${HERE}/deno.json`, "--lock", `${HERE}/deno.lock`];
const MOST_BYTES = 4e9;
const MOST_SECONDS = 120;
const LOOK_EVERY_MS = 200;
/** Distinct texts of the column of texts. */
const NAMES = 5000;

/** Numbers that grow, numbers at random, addresses and names: the most frequent columns of events. */
function rowsOf(count: number, onRows: (rows: number) => void): RowSource {
  const pools = newPools();
  const codes = Array.from({ length: NAMES }, (_, at) => pools.strings.internText(`function_${at}`));
  const words = new BigUint64Array(BATCH_ROWS);
  const halves = new Uint32Array(words.buffer);
  const nulls = new Uint8Array(BATCH_ROWS);
  const columns = [
    { name: "seq", type: "u64" },
    { name: "size", type: "u64" },
    { name: "addr", type: "u64" },
    { name: "func", type: "text" },
  ] as const;
  const table = { columns, rowCount: count, value: () => null };
  const scrambled = (row: number): number => Math.imul(row, 0x9e3779b1) >>> 0;
  function* batches(): Generator<RowBatch> {
    for (let first = 0; first < count; first += BATCH_ROWS) {
      const rows = Math.min(BATCH_ROWS, count - first);
      const read = (column: number): Cells => {
        for (let at = 0; at < rows; at++) {
          const row = first + at;
          const mixed = scrambled(row);
          halves[2 * at] = column === 0
            ? row
            : column === 1
            ? mixed >>> 20
            : column === 2
            ? mixed & ~15
            : codes[mixed % NAMES]!;
          halves[2 * at + 1] = column === 2 ? 0x7f00 : 0;
        }
        return {
          words: words.subarray(0, rows),
          halves: halves.subarray(0, 2 * rows),
          nulls: nulls.subarray(0, rows),
          nullCount: 0,
        };
      };
      yield { rows, first, read };
      onRows(first + rows);
    }
  }
  return { table: table as never, pools, query: "events", batches };
}

/** The last message of a process. */
interface Said {
  readonly rows: number;
  readonly seconds: number;
  readonly done: boolean;
}

async function child([format, name, count]: readonly string[]): Promise<void> {
  const writer = streamWriters.find((each) => each.format === format && each.name === name)!;
  const start = performance.now();
  let bytes = 0;
  let most = 0;
  let told = 0;
  const say = (rows: number, done: boolean): void => {
    const seconds = (performance.now() - start) / 1000;
    Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify({ rows, seconds, done }) + "\n"));
  };
  const rows = rowsOf(Number(count), (passed) => {
    most = Math.max(most, passed);
    if (passed - told < 1e6) return;
    told = passed;
    say(passed, false);
  });
  await writer.write(rows, (piece) => {
    bytes += piece.length;
    return Promise.resolve();
  });
  if (bytes === 0) throw new Error("Nothing was written");
  say(most, true);
}

/** Memory of a process in bytes; 0 if it has ended. */
function memoryOf(pid: number): number {
  try {
    const text = Deno.readTextFileSync(`/proc/${pid}/status`);
    return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Runs a writer until it finishes or a limit is reached; returns its row. */
async function rowOf({ format, name, lacks }: StreamWriter, count: number): Promise<string> {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", ...WITH, `${HERE}/stream.ts`, format, name, String(count)],
    cwd: ROOT,
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const start = performance.now();
  /** Maximum memory until this many rows had passed. */
  const peaks: { rows: number; bytes: number }[] = [];
  let said: Said = { rows: 0, seconds: 0, done: false };
  let peak = 0;
  let ended = "";
  const look = setInterval(() => {
    peak = Math.max(peak, memoryOf(process.pid));
    peaks.push({ rows: said.rows, bytes: peak });
    const late = performance.now() - start > MOST_SECONDS * 1000;
    if (ended !== "" || (peak < MOST_BYTES && !late)) return;
    ended = late ? `${MOST_SECONDS} seconds` : `${MOST_BYTES / 1e9} GB`;
    process.kill("SIGKILL");
  }, LOOK_EVERY_MS);
  let text = "";
  for await (const piece of process.stdout.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const lines = text.split("\n");
    text = lines.pop()!;
    if (lines.length > 0) said = JSON.parse(lines.at(-1)!);
  }
  const { success } = await process.status;
  clearInterval(look);
  if (ended === "" && !success) ended = "it failed: its memory was full";
  const tenth = peaks.findLast(({ rows }) => rows <= count / 10)?.bytes ?? 0;
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
  const millions = (rows: number): string => `${Math.round(rows / 1e6)} M`;
  const figures = [
    format,
    name,
    said.done ? millions(said.rows) : `${millions(said.rows)}, then ${ended}`,
    Math.round(said.rows / said.seconds / 1000) * 1000,
    said.rows > count / 10 ? megabytes(tenth) : "",
    megabytes(peak),
    lacks,
  ];
  return `| ${figures.join(" | ")} |`;
}

async function main(count: number): Promise<void> {
  const lines = [
    "| Format | Writer | Rows that went through | Rows per second | Memory at a tenth | Most memory | What it lacks |",
    "| --- | --- | --- | ---: | ---: | ---: | --- |",
  ];
  for (const writer of streamWriters) lines.push(await rowOf(writer, count));
  const text = await Deno.readTextFile(DOCUMENT);
  const [before, rest] = text.split(BEGIN);
  const [, after] = rest!.split(END);
  await Deno.writeTextFile(DOCUMENT, `${before}${BEGIN}\n\n${lines.join("\n")}\n\n${END}${after}`);
  await run(Deno.execPath(), ["fmt", "docs/dev/writers.md"], { cwd: ROOT });
}

if (Deno.args.length === 3) await child(Deno.args);
else await main(Number(Deno.args[0] ?? 100_000_000));
