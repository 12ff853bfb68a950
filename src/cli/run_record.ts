/**
 * Implements `quarry record`: chooses a tracer, runs the program, renames the traces and reports the result.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { formatNamed } from "../formats/registry.ts";
import { isAllowed } from "../ingest/permission.ts";
import { checkOutput } from "../output/output.ts";
import { folderOf } from "../output/target.ts";
import { type Choice, chooseAttaching, chooseTracer } from "../record/choose_tracer.ts";
import { foundTraces, nameOf, type SavedTraceFile, saveTraceFiles } from "../record/save_trace_files.ts";
import { tracerList } from "../record/list_text.ts";
import { environmentVariable, installLine, readVariablesWith } from "../record/machine.ts";
import { programOf } from "../record/program.ts";
import { tracers } from "../record/registry.ts";
import { attachTo, type ProgramEnd, runProgram, type StartFailure } from "../record/run_program.ts";
import type { RecordedFile, StartCommand, TracerOptions } from "../record/tracer.ts";
import { countValue } from "./args.ts";
import { type Arguments, EXIT, type Program } from "./command.ts";
import { warn } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { reportRecording } from "./report_recording.ts";

/** The exit code that shells use for a program that does not exist. */
const NOT_FOUND = 127;
/** Width of the list if it is not shown on a terminal. */
const USUAL_WIDTH = 100;

/** A recording that is ready to start. */
interface Job extends Choice {
  /** The name of what is recorded, for messages. */
  readonly name: string;
  /** The first part of the names of the traces. */
  readonly title: string;
  /** Runs the program; the tracer writes its files to the folder. */
  readonly run: (folder: string) => Promise<ProgramEnd | StartFailure>;
  /** The commands that would run, for `--dry-run`. */
  readonly commands: (folder: string) => Promise<readonly string[]>;
  /** The process to attach to, if it is already running. */
  readonly pid?: number;
}

/** Records a program; returns its exit code. */
export async function runRecord(host: CliHost, args: Arguments, program: Program): Promise<number> {
  readVariablesWith((name) => host.env(name));
  if (args.has("list")) return await listTracers(host);
  const job = await jobOf(host, args);
  if (typeof job === "number") return job;
  const output = args.value("output");
  const place = { output, title: job.title, force: args.has("force") };
  const { watchedQueries, watchRecording } = await import("./follow/watch_recording.ts");
  const scripts = await watchedQueries(host, args, job.tracer);
  if (typeof scripts === "number") return scripts;
  if (args.has("dry-run")) return await dryRun(host, job, place);
  for (const path of outputsOf(job, output)) await checkOutput(path, { kind: ANY_TRACE, force: place.force });
  const parent = output === undefined ? "." : folderOf(output);
  const folder = await makeFolder(host, parent, job.title);
  if (folder === null) return EXIT.failed;
  const removeFolder = (): Promise<void> => Deno.remove(folder, { recursive: true });
  const running = job.run(folder);
  if (scripts.length > 0) {
    await watchRecording(host, args, { scripts, title: job.title, folder, over: running });
  }
  const ended = await running.catch(async (error) => {
    await removeFolder();
    throw error;
  });
  if (!("pid" in ended)) {
    await removeFolder();
    await host.stderr.write(`error: Cannot start "${job.name}": ${ended.reason}\n`);
    return ended.code;
  }
  // A second Ctrl-C must not interrupt the renaming of the traces.
  const stopHearing = host.onInterrupt(() => {});
  let kept: readonly SavedTraceFile[];
  try {
    const recorded = await job.tracer.finish?.(job.found, folder) ??
      foundTraces(folder, job.tracer.extension);
    kept = await saveTraceFiles(recorded, { ...place, pid: job.pid ?? ended.pid });
    await removeFolder();
  } finally {
    stopHearing();
  }
  await warnAboutEnd(host, job, ended, kept);
  if (kept.length === 0) return ended.code === 0 ? EXIT.unreadable : ended.code;
  const isRead = await reportRecording(host, args, { kept, program });
  return isRead || ended.code !== 0 ? ended.code : EXIT.unreadable;
}

/** The kind of file that may be replaced: only an empty one, never an older trace. */
const ANY_TRACE = { name: "an empty file", matches: () => false };

/** The files that `-o` names. Raw data is stored next to the trace made from it. */
function outputsOf({ tracer }: Job, output: string | undefined): readonly string[] {
  if (output === undefined) return [];
  if (tracer.finish === undefined) return [output];
  const place = { output, title: "", pid: 0 };
  return ["raw", "plain"].map((extension) => nameOf({ path: "", extension }, { ...place, force: false }));
}

/** Prepares the recording; returns an exit code if that fails. Throws `UsageError`. */
async function jobOf(host: CliHost, args: Arguments): Promise<Job | number> {
  const [name, ...rest] = args.operands;
  const api = args.value("api");
  const options: TracerOptions = { native: args.has("native"), ...(api === undefined ? {} : { api }) };
  const named = args.value("with") ??
    (api === undefined ? undefined : tracers.find(({ options }) => options?.includes("api"))?.name);
  const pid = countValue(args, "pid");
  if (pid !== undefined && name !== undefined) {
    throw new UsageError("Option --pid attaches to a running process: it cannot also start a program");
  }
  if (name === undefined && pid === undefined) {
    throw new UsageError('Cannot record without a program: "quarry record PROGRAM [ARGS...]"');
  }
  // A library that is loaded into every program needs the permission to run all of them.
  if (!isAllowed({ name: "run" })) {
    await host.stderr.write(
      `error: Cannot start "${name ?? pid}": Quarry may not start programs without --allow-run\n`,
    );
    return EXIT.unreadable;
  }
  if (pid !== undefined) {
    const choice = await chooseAttaching(named);
    if ("missing" in choice) return await missing(host, choice.missing);
    const { tracer, found } = choice;
    const title = await nameOfProcess(pid);
    if (title === null) throw new UsageError(`There is no process ${pid}`);
    return {
      ...choice,
      name: `process ${pid}`,
      title,
      pid,
      run: async (folder) => {
        const attachment = await tracer.attach!(found, pid, folder);
        await host.stderr.write(`Recording process ${pid} until it ends, or Ctrl-C\n`);
        return await attachTo(attachment, {
          pid,
          onInterrupt: (handler) => host.onInterrupt(handler),
          isThere: (pid) => host.exists(`/proc/${pid}/maps`),
        });
      },
      commands: async (folder) => {
        const { begin, end } = await tracer.attach!(found, pid, folder);
        return [begin, end].map((command) => command.map(quoted).join(" "));
      },
    };
  }
  const program = programOf(name!, rest);
  if (program === null) {
    await host.stderr.write(`error: Cannot start "${name}": there is no such program\n`);
    return NOT_FOUND;
  }
  const choice = await chooseTracer(program, { named, options });
  if ("missing" in choice) return await missing(host, choice.missing);
  const preload = environmentVariable("LD_PRELOAD");
  const { tracer, found } = choice;
  const start = (folder: string): StartCommand =>
    tracer.start(found, { program, args: rest, folder, preload, options });
  return {
    ...choice,
    name: name!,
    title: program.title,
    run: async (folder) =>
      await runProgram(start(folder), {
        onInterrupt: (handler) => host.onInterrupt(handler),
        fromTerminal: host.stdinIsTerminal || host.stdout.isTerminal || host.stderr.isTerminal,
      }),
    commands: (folder) => {
      const { command, env, afterwards = [] } = start(folder);
      const set = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
      return Promise.resolve([[...set, ...command.map(quoted)].join(" "), ...afterwards]);
    },
  };
}

async function missing(host: CliHost, line: string): Promise<number> {
  await host.stderr.write(`error: ${line}\n`);
  return EXIT.unreadable;
}

/** The name of a process; null if it does not exist. */
async function nameOfProcess(pid: number): Promise<string | null> {
  try {
    return (await Deno.readTextFile(`/proc/${pid}/comm`)).trim().replaceAll(/[^\w.+-]/g, "_");
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? null : "process";
  }
}

/**
 * Creates a temporary folder next to the destination of the traces, so that they can be moved there by
 * renaming.
 */
async function makeFolder(host: CliHost, parent: string, title: string): Promise<string | null> {
  try {
    if (!isAllowed({ name: "write", path: parent })) {
      throw new Error("Quarry may not write there without --allow-write");
    }
    return await Deno.realPath(await Deno.makeTempDir({ dir: parent, prefix: `${title}.recording-` }));
  } catch (error) {
    const reason = error instanceof Deno.errors.PermissionDenied
      ? "permission denied"
      : (error as Error).message;
    await host.stderr.write(`error: Cannot write to the folder "${parent}": ${reason}\n`);
    return null;
  }
}

/** Prints what would be done, as shell commands. */
async function dryRun(
  host: CliHost,
  { tracer, title, commands, pid }: Job,
  { output, force }: { readonly output: string | undefined; readonly force: boolean },
): Promise<number> {
  const folder = `${output === undefined ? "." : folderOf(output)}/${title}.recording-XXXXXX`;
  const named = output ?? `${title}.${pid ?? "PID"}.${tracer.extension}`;
  const raw = tracer.finish === undefined ? "" : ", raw and interpreted";
  const lines = [
    ...await commands(folder),
    `# the trace: ${named}${raw}${force ? "" : "; nothing is overwritten"}`,
  ];
  await host.stdout.write(`${lines.join("\n")}\n`);
  return EXIT.ok;
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return /^[\w./,:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Warns if a signal ended the program, or if there is no trace. */
async function warnAboutEnd(
  host: CliHost,
  { name, tracer }: Job,
  { code, signal }: ProgramEnd,
  kept: readonly RecordedFile[],
): Promise<void> {
  const how = signal === null ? `"${name}" ended with exit code ${code}` : `"${name}" was ended by ${signal}`;
  if (kept.length === 0) {
    await warn(host, `${how}, and ${tracer.name} left no trace`);
  } else if (signal !== null) await warn(host, `${how}: the trace contains what was recorded until then`);
}

/** Lists all tracers and whether they are installed. */
async function listTracers(host: CliHost): Promise<number> {
  const mayRun = isAllowed({ name: "run" });
  if (!mayRun) await warn(host, "Quarry may not start programs without --allow-run: versions are unknown");
  const listed = await Promise.all(tracers.map(async (tracer) => ({
    tracer,
    found: mayRun ? await tracer.find(null) : null,
    install: installLine([tracer]),
    isRead: formatNamed(tracer.format) !== undefined,
  })));
  const width = host.stdout.isTerminal ? host.terminalSize().columns : USUAL_WIDTH;
  await host.stdout.write(tracerList(listed, width));
  return EXIT.ok;
}
