/** Ctrl-C at a prompt that is busy: it returns within a second, the session is unchanged, and nothing keeps running. */
import { assert, assertEquals } from "@std/assert";
import { zstdDecompressSync } from "node:zlib";
import { later } from "../support/effort.ts";
import { lacks, unless } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";
import { longTrace } from "../output/long_trace.ts";
import { EMPTY_CONTAINERS, packedTrace } from "../program/busy_inputs.ts";
import { noProcessorTime, processWith, secondsOf } from "../program/processor_time.ts";
import { inTerminal, type TmuxTerminal } from "./tmux_terminal.ts";

/** The limit of a second, with a margin for machines with other work. */
const LONGEST_MS = 4000;
/** Processor time of an entry before Ctrl-C: it is past its start. */
const BUSY_SECONDS = 0.4;
/** Maximum processor time in an interval in which nothing runs. */
const IDLE = { milliseconds: 500, seconds: 0.2 };
const EVENTS = 5_000_000;
const HEAPTRACK = new URL("../../testdata/heaptrack/heaptrack.pool.zst", import.meta.url);

/** Work that keeps the prompt busy. */
interface Busy {
  readonly name: string;
  /** The entries, one after the other; the last one is cancelled. `OUT` is an empty folder. */
  readonly entries: readonly string[];
  /** A file in the folder `IN` beside it. */
  readonly input?: () => Uint8Array;
}

/** Files to open; their content is decoded on this thread, and from 4 MiB on by another one. */
const OPENED: readonly Busy[] = [
  ...Object.entries(EMPTY_CONTAINERS).map(([name, input]) => ({ name, input, entries: [".open IN"] })),
  {
    name: "heaptrack",
    input: () =>
      packedTrace(
        zstdDecompressSync(Deno.readFileSync(HEAPTRACK)),
        new TextEncoder().encode("+ 0\n- 0\n"),
        4000,
      ),
    entries: [".open IN"],
  },
];

/** Queries over a long trace, and exports of it. */
const ASKED: readonly Busy[] = [
  {
    name: "a join",
    entries: [
      "events | take 4000 | extend k = 1 | join (events | take 4000 | extend k = 1) on k" +
      " | by x = hex(seq * 100000 + seq_right) | count",
    ],
  },
  { name: "a sort", entries: ["events | sort hex(seq * 1000003), line | skip 100 | by addr | count"] },
  { name: "a window", entries: ["events | window order hex(seq * 1000003), seq: r = rank() | by r | count"] },
  {
    name: "a pattern of rows",
    entries: ["events | match (alloc as a) then (alloc as b) on line within 1000000000 | count"],
  },
  {
    name: "a regular expression",
    entries: ["events | where hex(addr * seq) ~ /(a|ab|b)*c.*[0-9]{3}.*(d|e)+f$/ | count"],
  },
  { name: "changes", entries: ["changes (events), (events | sort line) by line | count"] },
  { name: "text of rows", entries: [".mode csv", ".output OUT/rows.csv", "events"] },
  { name: "an export", entries: [".once OUT/rows.parquet", "events"] },
];

/** Waits for a number of seconds of processor time. */
async function busyFor(terminal: TmuxTerminal, pid: number, seconds: number): Promise<void> {
  const wanted = secondsOf(pid)! + seconds;
  const isBusy = (): Promise<boolean> => Promise.resolve((secondsOf(pid) ?? 0) >= wanted);
  await terminal.untilTrue(`it has worked for ${seconds} s`, isBusy);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function giveUp(terminal: TmuxTerminal, busy: Busy, folder: string): Promise<void> {
  const { name, entries, input } = busy;
  const out = `${folder}/out`;
  Deno.mkdirSync(out);
  if (input) Deno.writeFileSync(`${folder}/in`, input() as Uint8Array<ArrayBuffer>);
  const replaced = entries.map((each) => each.replace("IN", `${folder}/in`).replace("OUT", out));
  const last = replaced.pop()!;
  for (const entry of replaced) {
    await terminal.enter(entry);
    await terminal.prompt();
  }
  const before = [...Deno.readDirSync(out)].map((each) => each.name);
  await terminal.press("C-l");
  await terminal.until((screen) => /^\S+>$/.test(screen), "a prompt alone");
  const pid = processWith(folder)!;
  await terminal.enter(last);
  await busyFor(terminal, pid, BUSY_SECONDS);
  const start = performance.now();
  await terminal.press("C-c");
  await terminal.until(/cancelled\nt>$/);
  const took = performance.now() - start;
  assert(took < LONGEST_MS, `${name}: the prompt was back after ${took.toFixed(0)} ms`);
  // The last thread to notice may still be at its current piece.
  await pause(IDLE.milliseconds);
  const used = secondsOf(pid)!;
  await pause(IDLE.milliseconds);
  const more = secondsOf(pid)! - used;
  assert(more < IDLE.seconds, `${name}: ${more.toFixed(2)} s of a processor were used after that`);
  assertEquals([...Deno.readDirSync(out)].map((each) => each.name), before, name);
  for (const entry of [".output", ".mode box", "traces | select name"]) await terminal.enter(entry);
  await terminal.until(/│ t +│\n[^]*t>$/);
  Deno.removeSync(out, { recursive: true });
}

async function cancelAll(list: readonly Busy[], events: number): Promise<void> {
  using folder = Temporary.folder();
  const trace = `${folder.path}/t.mtrc`;
  Deno.writeFileSync(trace, longTrace(events));
  await using terminal = await inTerminal(["repl", `t=${trace}`], { env: { QUARRY_CACHE: "" } });
  await terminal.prompt();
  for (const each of list) await giveUp(terminal, each, folder.path);
}

const [first, ...others] = [OPENED[1]!, OPENED[0]!, ...OPENED.slice(2)];
const obstacles = [noProcessorTime, lacks("tmux")];

Deno.test(
  unless(obstacles, "Ctrl-C cancels the opening of a container with little inside"),
  () => cancelAll([first!], 10),
);

Deno.test(
  unless([...obstacles, later], "Ctrl-C cancels the opening of any file"),
  () => cancelAll(others, 10),
);

Deno.test(
  unless([...obstacles, later], "Ctrl-C cancels any query and any export"),
  () => cancelAll(ASKED, EVENTS),
);
