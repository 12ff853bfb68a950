/** All ways in which the program writes a file, with a sample for it; a new one needs a line here. */
import { gzipSync } from "node:zlib";
import { runHere } from "../cli/host_here.ts";
import { programCommand } from "../cli/program.ts";
import { effort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";

const TESTDATA = new URL("../../testdata/", import.meta.url);
const MTRC = "mpatrol/wordfreq-le64/trace.mtrc";
const APITRACE = "apitrace/real-tiny.trace";

const LONGEST_RUN_MS = 300_000;
const NO_COLOR = { NO_COLOR: "1" };

/** The files of a run. */
export interface Asked {
  /** The trace, log or script to read. */
  readonly input: string;
  /** The file to write. */
  readonly output: string;
  readonly force: boolean;
}

/** One way to write a file. */
export interface Writer {
  /** The name in titles of tests. */
  readonly name: string;
  /** Name of the command in the registry, or of the dot command. */
  readonly command: string;
  /** The sample to read, below `testdata`. */
  readonly sample: string;
  /** Arguments of the program. */
  args(asked: Asked): readonly string[];
  /** Standard input of the program. */
  stdin?(asked: Asked): string;
  /** What is replaced without --force: files of its kind, or any file. */
  readonly replaces: "kind" | "all";
  /** Bytes of a file of its kind. */
  readonly kind?: string | Uint8Array<ArrayBuffer>;
  /** The name that the tool chooses below the given folder. */
  readonly madeUp?: string;
}

const forced = ({ force }: Asked): string[] => force ? ["--force"] : [];

/** A command that replaces files of its kind, and others only on request. */
function ofKind(
  name: string,
  kind: string | Uint8Array<ArrayBuffer>,
  args: (asked: Asked) => readonly string[],
  sample: string = MTRC,
): Writer {
  return {
    name,
    command: name.split(" ")[0]!,
    sample,
    args: (asked) => [...args(asked), ...forced(asked)],
    replaces: "kind",
    kind,
  };
}

function exporting(format: string, kind: string | Uint8Array<ArrayBuffer>, sample?: string): Writer {
  const name = `export --to ${format}`;
  return ofKind(name, kind, ({ input, output }) => ["export", input, "--to", format, "-o", output], sample);
}

function judging(option: string, kind: string): Writer {
  const query = ["-e", "assert leaks | count > 0", option];
  return ofKind(`query ${option}`, kind, ({ input, output }) => ["query", input, ...query, output]);
}

function standIn(name: string, sample: string, args: (asked: Asked) => readonly string[]): Writer {
  return {
    name: `as ${name}`,
    command: "as",
    sample,
    args: (asked) => ["as", ...args(asked)],
    replaces: "all",
  };
}

function dot(command: string, script: (file: string) => string): Writer {
  return {
    name: `.${command}`,
    command: `.${command}`,
    sample: MTRC,
    args: ({ input }) => ["repl", input],
    stdin: (asked) => script([...forced(asked), asked.output].join(" ")),
    replaces: "kind",
    kind: "func\tcount\n",
  };
}

/**
 * Files, one by one. Folders of files are `quarry blobs`, and files that are formatted are `quarry fmt`: those have
 * their own tests.
 */
export const WRITERS: readonly Writer[] = [
  exporting("csv", "seq,kind\n"),
  exporting("parquet", "PAR1..."),
  exporting("pprof", new Uint8Array(gzipSync("\n\x04"))),
  exporting("perfetto", "\n\x20packet", APITRACE),
  ofKind(
    "report",
    "<!DOCTYPE html>\n",
    ({ input, output }) => ["report", input, "-o", output],
    "sp-rtrace/c01-jsonidx.rtrace",
  ),
  ofKind("compare", "| measure | base |\n", ({ input, output }) => ["compare", input, input, "-o", output]),
  judging("--junit", '<?xml version="1.0"?>\n'),
  judging("--sarif", "{}\n"),
  dot("once", (file) => `.once ${file}\nevents\n`),
  dot("save", (file) => `leaks | count\n\n.save ${file}\n`),
  dot("output", (file) => `.output ${file}\nleaks | count\n\nevents\n`),
  standIn("mptrace -H", MTRC, ({ input, output }) => ["mptrace", "-H", output, input]),
  standIn(
    "mprof -g",
    "mpatrol/wordfreq-le64/profile.mptl",
    ({ input, output }) => ["mprof", "-g", output, input],
  ),
  {
    ...standIn("sp-rtrace-postproc -o", "sp-rtrace/c01-jsonidx.rtrace", ({ input, output }) => [
      "sp-rtrace-postproc",
      "-i",
      input,
      "-o",
      output.slice(0, output.lastIndexOf("/")),
    ]),
    madeUp: "22089-0.rtrace.txt",
  },
  standIn("apitrace trim", APITRACE, ({ input, output }) => ["apitrace", "trim", "-o", output, input]),
  standIn("apitrace repack", APITRACE, ({ input, output }) => ["apitrace", "repack", input, output]),
  standIn(
    "gnatcov write-trace",
    "gnatcov/qemu-arm-flat-bare1.trace",
    ({ input, output }) => ["gnatcov", "write-trace", "-o", output, input],
  ),
  standIn(
    "gnatcov extract-base64-trace",
    "gnatcov/shop-console.base64.txt",
    ({ input, output }) => ["gnatcov", "extract-base64-trace", input, output],
  ),
];

/** The result of a run. */
export interface Written {
  readonly code: number;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

/** Options of a run. */
interface Way {
  /** A command that runs the program. */
  readonly through?: readonly string[];
  /** Whether to start a new process: for work that a process does once, such as removing leftovers of killed ones. */
  readonly ownProcess?: boolean;
}

/** Runs a writer. */
export async function write(writer: Writer, asked: Asked, way: Way = {}): Promise<Written> {
  return await runProgram(writer.args(asked), { stdin: writer.stdin?.(asked) ?? "", ...way });
}

/** Devices and open files belong to the process. */
const OF_PROCESS = /^\/(?:dev|proc)\//;

/**
 * Runs the program to its end: in this process if that makes no difference and effort is low. Continuous integration
 * starts it each time.
 */
export async function runProgram(
  args: readonly string[],
  { stdin = "", through = [], ownProcess = through.length > 0 || args.some((arg) => OF_PROCESS.test(arg)) }:
    & Way
    & { readonly stdin?: string } = {},
): Promise<Written> {
  if (!ownProcess && effort < 1) {
    return {
      signal: null,
      ...await runHere(args, { stdin: new TextEncoder().encode(stdin), env: NO_COLOR }),
    };
  }
  const child = startProgram(args, { through });
  const input = child.stdin.getWriter();
  await input.write(new TextEncoder().encode(stdin)).catch(() => {});
  await input.close().catch(() => {});
  // A program that hangs must not block the tests.
  const watchdog = setTimeout(() => child.kill("SIGKILL"), LONGEST_RUN_MS);
  const { code, signal, stdout, stderr } = await child.output();
  clearTimeout(watchdog);
  const decoder = new TextDecoder();
  return { code, signal, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Starts the program. */
export function startProgram(
  args: readonly string[],
  { through = [] }: { readonly through?: readonly string[] } = {},
): Deno.ChildProcess {
  const options = { stdin: "piped", stdout: "piped", stderr: "piped", env: NO_COLOR } as const;
  if (through.length === 0) return programCommand(args, options).spawn();
  const [program, ...before] = through;
  const rest = [Deno.execPath(), "run", "-A", "--quiet", "--config", CONFIG, PROGRAM, ...args];
  return new Deno.Command(program!, { ...options, args: [...before, ...rest] }).spawn();
}

const CONFIG = new URL("../../deno.json", import.meta.url).pathname;
const PROGRAM = new URL("../../cli.ts", import.meta.url).pathname;

/** A folder for one run: the sample in `in`, and the place of the output in `out`. */
export interface Place extends Asked {
  readonly folder: string;
  /** The folder of the output. */
  readonly out: string;
}

/** Creates the folder, and removes it after `use`. */
export async function atPlace(
  writer: Writer,
  use: (place: Place) => Promise<void>,
  { out }: { readonly out?: string } = {},
): Promise<void> {
  using folder = Temporary.folder();
  await Deno.mkdir(`${folder.path}/in`);
  const input = `${folder.path}/in/sample`;
  await Deno.copyFile(new URL(writer.sample, TESTDATA), input);
  const outFolder = out ?? `${folder.path}/out`;
  await Deno.mkdir(outFolder, { recursive: true });
  const output = `${outFolder}/${writer.madeUp ?? "target"}`;
  await use({ folder: folder.path, input, out: outFolder, output, force: false });
}

/** The contents of a folder: bytes of files, targets of links. */
export function contentsOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, isFile, isSymlink } of [...Deno.readDirSync(folder)].sort(byName)) {
    const path = `${folder}/${name}`;
    found[name] = isSymlink
      ? `-> ${Deno.readLinkSync(path)}`
      : isFile
      ? new TextDecoder("latin1").decode(Deno.readFileSync(path))
      : "folder";
  }
  return found;
}

function byName(left: Deno.DirEntry, right: Deno.DirEntry): number {
  return left.name < right.name ? -1 : 1;
}
