/**
 * Loading compared with the usual programs for a format, where they are installed: each reads the same file in the same
 * run, Quarry repeatedly in one process, and also as a whole process from its sources, like the others. The measure is
 * processor time of all threads, which other work changes little.
 * @module
 */

import process from "node:process";
import { generateDhat } from "../formats/dhat/generate.ts";
import { generateCapture } from "../formats/gfxr/generate.ts";
import { generateHeaptrack } from "../formats/heaptrack/generate.ts";
import { generateRawData } from "../formats/heaptrack_raw/generate.ts";
import { type CoverageSyntax, generateCoverage } from "../formats/lcov/generate.ts";
import { generateMtrace } from "../formats/mtrace/generate.ts";
import { generateProfile } from "../formats/pprof/generate.ts";
import { generateHeapText } from "../formats/pprof/generate_text.ts";
import { generateSnapshot } from "../formats/torch/generate.ts";
import { memrayPython } from "../support/tools.ts";
import { loadFile } from "./load_bench.ts";
import type { BenchRow } from "./report.ts";

/** Loads of each file, of which the best counts; the first ones are slower, since code is not compiled yet. */
const ROUNDS = 4;

/** A file, and the other programs that read it. */
interface Beside {
  readonly group: string;
  readonly file: string;
  /** Writes it; false if that is not possible. */
  readonly write: (path: string) => Promise<boolean> | boolean;
  /** Shell commands by their display name; `$0` is the file. */
  readonly peers: Readonly<Record<string, string>>;
}

/** A Python program with as many allocations and frees as its first argument says. */
const PROGRAM = `import random, sys
def leaf(n, k):
    return bytearray(n + k)
def mid(n, k):
    return leaf(n, k) if k % 3 else [0] * (100 + k)
def top(i, keep):
    for k in range(40):
        keep.append(mid(600 + (i * 7919) % 3000, k))
    while len(keep) > 2000: keep.pop(random.randrange(len(keep)))
random.seed(int(sys.argv[2]))
keep = []
for i in range(int(sys.argv[1]) // 80): top(i, keep)
`;

/**
 * A Python program that walks randomly through functions, with a tenth as many steps as its first argument says: few
 * allocations share a path.
 */
const WALKS = `import random, sys
rng = random.Random(int(sys.argv[2]))
names = {"rng": rng}
source = []
for func in range(24):
    source += [f"def f{func}(left):", "    if left == 0: return bytearray(rng.randrange(600, 5000))"]
    source += ["    way = rng.randrange(6)"]
    for way in range(6):
        source += [f"    if way == {way}:", f"        return f{rng.randrange(24)}(left - 1)"]
exec(compile("\\n".join(source), "walks.py", "exec"), names)
for walk in range(int(sys.argv[1]) // 10): names[f"f{rng.randrange(24)}"](rng.randrange(10, 50))
`;

const MTRACE = { mtrace: 'mtrace "$0" || true' };
const JSON_READER = { "Python's json": `python3 -c "import sys, json; json.load(open(sys.argv[1]))" "$0"` };
const XML_READER = {
  "Python's ElementTree": `python3 -c "import sys, xml.etree.ElementTree as t; t.parse(sys.argv[1])" "$0"`,
};

/** Syntaxes of coverage, and the other programs that read them. */
const SYNTAXES: readonly (readonly [CoverageSyntax, Readonly<Record<string, string>>])[] = [
  ["lcov", { "lcov --summary": 'lcov --summary "$0"' }],
  ["gcov", JSON_READER],
  ["llvm-cov", JSON_READER],
  ["coverage.py", JSON_READER],
  ["cobertura", XML_READER],
];

/** Options: which files are loaded. */
interface Originals {
  /** Approximate number of events in each file. */
  readonly events: number;
  /** Seed of the generated files. */
  readonly seed: number;
  /** A text that the names of their groups contain. */
  readonly match: string;
}

/** Loads files of all formats that other programs read, or of some. */
export async function benchOriginals(
  folder: string,
  { events, seed, match }: Originals,
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { group, file, write, peers } of filesOf(events, seed)) {
    if (!group.includes(match)) continue;
    const path = `${folder}/${file}`;
    if (!await write(path)) continue;
    const times: Record<string, number> = {};
    for (const [name, command] of Object.entries(peers)) {
      const time = await timeOf(command, path);
      if (time !== undefined) times[name] = time;
    }
    rows.push(await load(group, path, times), await whole(group, path, times));
    Deno.removeSync(path);
  }
  return rows;
}

/** Loads a file several times; returns the least time. */
async function load(group: string, path: string, peers: Readonly<Record<string, number>>): Promise<BenchRow> {
  let least = Infinity, rows = 0, bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { user, system } = process.cpuUsage();
    const loaded = await loadFile(path);
    const now = process.cpuUsage();
    least = Math.min(least, (now.user - user + now.system - system) / 1000);
    ({ rows, bytes } = loaded);
    loaded.session.closeAll();
  }
  const notes = `${rows} rows, time of processors; ${(rows / least / 1000).toFixed(1)} M rows/s, ` +
    `${(bytes / least / 1000).toFixed(0)} MB/s`;
  return { group, work: "load", quarry: least, peers, notes };
}

/** The time of a process that loads a file on one thread and counts its problems: the least of several. */
async function whole(
  group: string,
  path: string,
  peers: Readonly<Record<string, number>>,
): Promise<BenchRow> {
  const program = new URL("../../cli.ts", import.meta.url).pathname;
  const command = `"$DENO" run -A "${program}" query "$0" -e "problems | count" --no-cache --threads 1`;
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    least = Math.min(least, await timeOf(command, path) ?? Infinity);
  }
  const rate = Deno.statSync(path).size / least / 1000;
  const notes = `time of processors, with the start; ${rate.toFixed(0)} MB/s`;
  return { group, work: "load, a whole process", quarry: least, peers, notes };
}

function filesOf(events: number, seed: number): Beside[] {
  const made = (bytes: () => Uint8Array) => (path: string): boolean => {
    Deno.writeFileSync(path, bytes());
    return true;
  };
  const reader = "import sys, memray; " +
    "print(sum(1 for _ in memray.FileReader(sys.argv[1]).get_allocation_records()))";
  const unpickler = "import sys, pickle; pickle.load(open(sys.argv[1], 'rb'))";
  const recorded = [
    ["memray", PROGRAM, []],
    ["memray, pymalloc", PROGRAM, ["--trace-python-allocators"]],
    ["memray, deep paths", WALKS, []],
  ] as const;
  return [
    ...recorded.map(([group, program, options]): Beside => ({
      group,
      file: "run.bin",
      write: (path) => recordPython(path, { program, events, seed, options }),
      peers: { "memray's FileReader": `"$MEMRAY_PYTHON" -c "${reader}" "$0"` },
    })),
    {
      group: "heaptrack",
      file: "run",
      // As many kinds of backtraces as a Python program has.
      write: made(() => generateHeaptrack({ events, seed, kinds: 20_000 })),
      peers: { heaptrack_print: 'heaptrack_print "$0"' },
    },
    {
      group: "heaptrack-raw",
      file: "run.raw",
      write: made(() => generateRawData({ events, seed })),
      peers: {
        "heaptrack_interpret and heaptrack_print":
          '/usr/lib/heaptrack/libexec/heaptrack_interpret < "$0" > "$0.read" && heaptrack_print "$0.read"; rm -f "$0.read"',
      },
    },
    {
      group: "mtrace",
      file: "run.mtrace",
      write: made(() => generateMtrace({ calls: events, seed })),
      peers: MTRACE,
    },
    {
      group: "mtrace, many callers",
      file: "run.mtrace",
      write: made(() => generateMtrace({ calls: events, seed, callers: 200_000 })),
      peers: MTRACE,
    },
    {
      group: "torch",
      file: "run.pickle",
      write: made(() => generateSnapshot({ entries: Math.ceil(events / 4), seed })),
      peers: { "Python's pickle": `python3 -c "${unpickler}" "$0"` },
    },
    {
      group: "pprof",
      file: "run.pb",
      write: made(() => generateProfile({ samples: Math.ceil(events / 5), seed })),
      peers: { "go tool pprof -top": 'go tool pprof -top "$0"' },
    },
    {
      group: "dhat",
      file: "run.json",
      write: made(() => generateDhat({ points: Math.ceil(events / 10), seed })),
      peers: JSON_READER,
    },
    {
      group: "heap text",
      file: "run.heap",
      write: made(() => generateHeapText({ samples: Math.ceil(events / 5), seed })),
      peers: {},
    },
    {
      group: "gfxr",
      file: "run.jsonl",
      write: made(() => generateCapture({ calls: Math.ceil(events / 4), seed })),
      peers: {
        "Python's json":
          `python3 -c "import sys, json; [json.loads(each) for each in open(sys.argv[1])]" "$0"`,
      },
    },
    ...SYNTAXES.map(([syntax, peers]): Beside => ({
      group: syntax,
      file: "run.info",
      write: made(() => generateCoverage({ lines: events, seed, syntax })),
      peers,
    })),
    ...SYNTAXES.map(([syntax, peers]): Beside => ({
      group: `${syntax}, small files`,
      file: "run.info",
      // Five lines in each source, as in small headers.
      write: made(() => generateCoverage({ lines: Math.ceil(events / 4), seed, syntax, linesEach: 5 })),
      peers,
    })),
  ];
}

/** Records a program with the installed memray; false if there is none. */
async function recordPython(
  path: string,
  { program, events, seed, options }: {
    readonly program: string;
    readonly events: number;
    readonly seed: number;
    readonly options: readonly string[];
  },
): Promise<boolean> {
  const python = memrayPython();
  if (python === undefined) return false;
  Deno.writeTextFileSync(`${path}.py`, program);
  const run = ["-m", "memray", "run", "-q", "-f", "--no-compress", "-o", path];
  const { success } = await new Deno.Command(python, {
    args: [...run, ...options, `${path}.py`, `${events}`, `${seed}`],
    stdout: "null",
    stderr: "null",
  }).output();
  return success;
}

/** Processor time of a command in milliseconds; undefined if it does not run. */
async function timeOf(command: string, path: string): Promise<number | undefined> {
  const script = `TIMEFORMAT="%U %S"; time { ${command}; } > /dev/null 2> /dev/null`;
  try {
    const { success, stderr } = await new Deno.Command("bash", {
      args: ["-c", script, path],
      env: { DENO: Deno.execPath(), MEMRAY_PYTHON: memrayPython() ?? "python3" },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    const [, user, system] = /([\d.]+) ([\d.]+)\s*$/.exec(new TextDecoder().decode(stderr)) ?? [];
    return success && user !== undefined ? 1000 * (Number(user) + Number(system)) : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
