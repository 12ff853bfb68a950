/**
 * Measures the costs of tracers while a program runs, and writes the table of docs/record.md: `deno run -A
 * tools/record_cost/measure.ts`. Each program prints the processor time of its loop; runs with and without a tracer
 * alternate, and the median of each counts. Needs gcc and the tracers; a row whose tracer is missing stays unchanged.
 * @module
 */

import { lacksNow, type Tool } from "../../tests/support/programs.ts";
import { memrayPython } from "../../tests/support/tools.ts";
import { tell } from "../commands.ts";

const HERE = new URL("./", import.meta.url);
const ROOT = new URL("../../", HERE);
const PAGE = new URL("docs/record.md", ROOT);
/** The markers around the table. */
const [BEGIN, END] = ["<!-- costs: begin -->", "<!-- costs: end -->"];
const RUNS = 5;

/** One row: a program alone and with its tracer. */
interface Row {
  readonly tracer: string;
  readonly what: string;
  readonly tools: readonly Tool[];
  /** The command that runs without a tracer. */
  readonly alone: readonly string[];
  /** The arguments of `quarry record`. */
  readonly recorded: readonly string[];
  readonly underXvfb?: true;
}

const python = memrayPython() ?? "python3";
const ROWS: readonly Row[] = [
  {
    tracer: "heaptrack",
    what: "a million allocations in C",
    tools: ["gcc", "heaptrack"],
    alone: ["./allocs"],
    recorded: ["--with", "heaptrack", "./allocs"],
  },
  {
    tracer: "mtrace",
    what: "the same",
    tools: ["gcc"],
    alone: ["./allocs"],
    recorded: ["--with", "mtrace", "./traced"],
  },
  {
    tracer: "valgrind",
    what: "the same",
    tools: ["gcc", "valgrind"],
    alone: ["./allocs"],
    recorded: ["--with", "valgrind", "./allocs"],
  },
  {
    tracer: "memray",
    what: "a loop of Python that makes dictionaries",
    tools: ["memray"],
    alone: [python, "dicts.py"],
    recorded: [python, "dicts.py"],
  },
  {
    tracer: "memray --native",
    what: "the same",
    tools: ["memray"],
    alone: [python, "dicts.py"],
    recorded: ["--native", python, "dicts.py"],
  },
  {
    tracer: "lcov",
    what: "a sort in C, compiled with -O1, beside the same without --coverage",
    tools: ["gcc", "lcov"],
    alone: ["./computes"],
    recorded: ["--with", "lcov", "./covered"],
  },
  {
    tracer: "apitrace",
    what: "frames of 900 calls, drawn by the processor under Xvfb",
    tools: ["gcc", "apitrace", "GLX under Xvfb"],
    alone: ["./draws"],
    recorded: ["--with", "apitrace", "./draws"],
    underXvfb: true,
  },
];

const BUILDS: readonly (readonly string[])[] = [
  ["allocs.c", "-o", "allocs"],
  ["allocs.c", "-DMTRACE", "-o", "traced"],
  ["computes.c", "-o", "computes"],
  ["computes.c", "--coverage", "-o", "covered"],
  ["draws.c", "-o", "draws", "-lGL", "-lX11"],
];

/** Processor time of a program's loop in seconds, as the program prints it. */
async function seconds(command: readonly string[], cwd: string): Promise<number> {
  const [program, ...args] = command;
  const { stdout, stderr } = await new Deno.Command(program!, { args, cwd, stdin: "null" }).output();
  const took = /^took ([\d.]+)$/m.exec(new TextDecoder().decode(stdout));
  if (took === null) throw new Error(`${command.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  return Number(took[1]);
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1]!;
}

async function measured(row: Row, cwd: string): Promise<string> {
  const screen = row.underXvfb ? ["xvfb-run", "-a"] : [];
  const quarry = [
    ...[Deno.execPath(), "run", "-A", "--quiet", "--config", new URL("deno.json", ROOT).pathname],
    ...[new URL("cli.ts", ROOT).pathname, "record", "--no-open", "--force", "-o", "measured.trace"],
  ];
  const alone: number[] = [], below: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    alone.push(await seconds([...screen, ...row.alone], cwd));
    below.push(await seconds([...screen, ...quarry, ...row.recorded], cwd));
  }
  const times = median(below) / median(alone);
  tell(`${row.tracer}: ${median(alone).toFixed(3)} s, ${median(below).toFixed(3)} s`);
  return `| \`${row.tracer}\` | ${row.what} | ${median(alone).toFixed(2)} s | ${
    median(below).toFixed(2)
  } s | ${times.toFixed(times < 10 ? 1 : 0)} |`;
}

const folder = await Deno.makeTempDir();
try {
  for (const each of ["allocs.c", "computes.c", "draws.c", "dicts.py"]) {
    await Deno.copyFile(new URL(each, HERE), `${folder}/${each}`);
  }
  for (const build of BUILDS) {
    await new Deno.Command("gcc", { args: ["-O1", "-g", "-w", ...build], cwd: folder }).output();
  }
  const text = await Deno.readTextFile(PAGE);
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  const before = new Map(
    text.slice(begin, end).split("\n").filter((line) => line.startsWith("| `"))
      .map((line) => [/`([^`]+)`/.exec(line)![1]!, line]),
  );
  const lines: string[] = [];
  for (const row of ROWS) {
    const missing = row.tools.map((tool) => lacksNow(tool)).find((why) => why !== null);
    if (missing !== undefined) tell(`${row.tracer}: ${missing}`);
    const line = missing === undefined ? await measured(row, folder) : before.get(row.tracer);
    if (line !== undefined) lines.push(line);
  }
  const table = [
    BEGIN,
    "",
    "| Tracer | Program | alone | recorded | times |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
  await Deno.writeTextFile(PAGE, `${text.slice(0, begin)}${table}\n${text.slice(end)}`);
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "-q", PAGE.pathname], cwd: ROOT }).output();
} finally {
  await Deno.remove(folder, { recursive: true });
}
