/**
 * Follows a trace that is written at a given rate for a given time: what the follower shows, with what delay, and how
 * much memory it needs.
 *
 *     deno run -A --config tests/deno.json tests/bench/follow_soak.ts [--events N] [--rate N] [--rotate N]
 *         [--memory SIZE] [--every TIME] [--pipe]
 *
 * `--rate` events a second are written (as fast as possible without it), and after every `--rotate` events another file
 * replaces the first. With `--pipe` they go to the follower's standard input.
 * @module
 */

import { parseArgs } from "node:util";
import { parseSize } from "../../src/base/size_text.ts";
import { withFolder } from "../support/temporary.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    events: { type: "string", default: "1000000" },
    rate: { type: "string" },
    rotate: { type: "string" },
    memory: { type: "string", default: "256M" },
    every: { type: "string", default: "100ms" },
    pipe: { type: "boolean", default: false },
  },
});
const EVENTS = Number(values.events);
const RATE = Number(values.rate ?? Infinity);
const ROTATE = Number(values.rotate ?? Infinity);
/** Milliseconds between two writes at a rate. */
const TICK = 10;
/** Events written at once without a rate. */
const BATCH = 50_000;
/** Blocks that are live for a long time. */
const LIVE = 20_000;
/** One line in this many reports the state. */
const TOLD_EVERY = 10;

/** mtrace lines for short-lived blocks; one block in 10,000 is never freed. */
class Lines {
  readonly #live: number[] = [];
  #next = 0x1000;
  #random = 1;

  take(count: number): string {
    let text = "";
    for (let at = 0; at < count; at++) {
      this.#random = (Math.imul(this.#random, 1103515245) + 12345) >>> 0;
      const caller = (0x401000 + 16 * ((this.#random >>> 8) % 200)).toString(16);
      const live = this.#live;
      // The lowest bits of these numbers repeat too soon.
      if (live.length < LIVE ? live.length < 2 || this.#random >>> 30 !== 0 : this.#random >>> 31 === 0) {
        const addr = this.#next += 64;
        if (at % 10_000 !== 0) live.push(addr);
        text += `@ ./app:[0x${caller}] + 0x${addr.toString(16)} 0x${
          (16 + (this.#random >>> 20)).toString(16)
        }\n`;
      } else {
        const place = (this.#random >>> 4) % live.length;
        const addr = live[place]!;
        live[place] = live.at(-1)!;
        live.pop();
        text += `@ ./app:[0x${caller}] - 0x${addr.toString(16)}\n`;
      }
    }
    return text;
  }
}

/** Starting the program and reading the trace for the first time do not count as latency of following. */
const WARM_UP_MS = 5000;

/** Times at which this many events of a file were written, in order. */
const written: { file: number; events: number; at: number }[] = [];
const latencies: number[] = [];
let seen = 0;
let answers = 0;
const start = performance.now();

/** Called with a count that the follower prints: the events up to it are visible now. */
function see(count: number): void {
  answers++;
  const now = performance.now();
  const of = fileOf(count);
  const isShown = ({ file, events }: (typeof written)[number]): boolean =>
    file < of || (file === of && events <= count);
  while (written.length > 0 && isShown(written[0]!)) {
    const { at } = written.shift()!;
    if (at - start > WARM_UP_MS) latencies.push(now - at);
  }
}

let file = 0;
/**
 * The file of a count: each file has fewer events than the previous one, so its counts are smaller than the last count
 * of that one.
 */
function fileOf(count: number): number {
  if (count < seen) file++;
  seen = count;
  return file;
}

function residentOf(pid: number): { now: number; most: number } {
  const text = Deno.readTextFileSync(`/proc/${pid}/status`);
  const of = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / 1024;
  return { now: of("VmRSS"), most: of("VmHWM") };
}

function tell(line: string): void {
  // deno-lint-ignore no-console
  console.log(line);
}

function share(sorted: readonly number[], part: number): string {
  return `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN).toFixed(0)} ms`;
}

await withFolder(async (folder) => {
  const path = `${folder}/app.mtrace`;
  const head = new TextEncoder().encode("= Start\n");
  Deno.writeFileSync(path, head);
  const query = "events | summarize n = count()";
  const root = new URL("../../", import.meta.url).pathname;
  // Without the guards around memory that other tests have: they keep freed memory for a while.
  const args = [
    ...["run", "-A", "--quiet", "--config", `${root}deno.json`, `${root}cli.ts`],
    ...["query", "--follow", values.pipe ? "-" : path, "-e", query, "-e", "live @ end | count"],
    ...["--every", values.every, "--memory", values.memory, "-m", "tsv"],
  ];
  const env = { XDG_CACHE_HOME: folder, NO_COLOR: "1" };
  const child = new Deno.Command(Deno.execPath(), {
    args,
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  })
    .spawn();
  const input = child.stdin.getWriter();
  if (values.pipe) await input.write(head);
  const reading = (async () => {
    let isCount = false;
    let rest = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        if (isCount) see(Number(line));
        isCount = line === "n";
      }
    }
  })();
  let lines = new Lines();
  let inFile = 0;
  let files = 0;
  let nextTold = EVENTS / TOLD_EVERY;
  for (let events = 0; events < EVENTS;) {
    const due = RATE === Infinity ? BATCH : Math.floor((performance.now() - start) / 1000 * RATE) - events;
    const count = Math.min(due, EVENTS - events, ROTATE - files - inFile);
    if (count > 0) {
      const bytes = new TextEncoder().encode(lines.take(count));
      if (values.pipe) await input.write(bytes);
      else Deno.writeFileSync(path, bytes, { append: true });
      events += count;
      inFile += count;
      written.push({ file: files, events: inFile, at: performance.now() });
    }
    if (inFile === ROTATE - files) {
      // Like log rotation: another file of the same name, once this one was seen.
      while (file < files || seen < inFile) await new Promise((resolve) => setTimeout(resolve, TICK));
      Deno.writeFileSync(`${path}.new`, head);
      Deno.renameSync(`${path}.new`, path);
      [lines, inFile] = [new Lines(), 0];
      files++;
      written.length = 0;
    }
    if (events >= nextTold) {
      nextTold += EVENTS / TOLD_EVERY;
      const { now } = residentOf(child.pid);
      const behind = values.rotate ? "" : `, ${(events - seen).toLocaleString("en")} not shown yet`;
      tell(
        `${events.toLocaleString("en")} events in ${((performance.now() - start) / 1000).toFixed(0)} s: ` +
          `${now.toFixed(0)} MiB resident, ${answers} answers${behind}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, RATE === Infinity ? 0 : TICK));
  }
  const wanted = inFile;
  while (file < files || seen < wanted) await new Promise((resolve) => setTimeout(resolve, TICK));
  const { now, most } = residentOf(child.pid);
  if (values.pipe) await input.close();
  else child.kill("SIGINT");
  await reading;
  const sorted = latencies.toSorted((left, right) => left - right);
  tell(
    `${EVENTS.toLocaleString("en")} events, ${files + 1} files, ${answers} answers, the last of them ` +
      `${seen === wanted ? "right" : `wrong: ${seen} of ${wanted}`}; ${
        now.toFixed(0)
      } MiB resident at the end, ` +
      `${most.toFixed(0)} at most (--memory ${values.memory}: ${
        (parseSize(values.memory)! / 2 ** 20).toFixed(0)
      } MiB)`,
  );
  if (sorted.length > 0) {
    tell(
      `From written to shown: median ${share(sorted, 0.5)}, 95 % ${share(sorted, 0.95)}, at most ${
        share(sorted, 1)
      }`,
    );
  }
});
