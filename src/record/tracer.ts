/**
 * Defines a tracer: an installed program that runs another one and records a trace of it.
 * @module
 */

/** Package managers that installation hints support. */
export type PackageManager = "apt" | "dnf" | "pacman" | "zypper" | "apk" | "brew" | "pip";

/** A tracer that was found. */
export interface InstalledTracer {
  /** Version of the tracer; empty if it reports none. */
  readonly version: string;
  /** The file to start or to load. */
  readonly path: string;
  /** Other files of the tracer, by the names that it uses for them. */
  readonly parts?: Readonly<Record<string, string>>;
}

/** Options for a tracer. */
export interface TracerOptions {
  /** The API whose calls apitrace records. */
  readonly api?: string;
  /** Whether to record native frames in traces of Python. */
  readonly native?: boolean;
}

/** Describes a recording. */
interface Request {
  /** The program to record. */
  readonly program: Program;
  /** The arguments of the program. */
  readonly args: readonly string[];
  /** The temporary folder for all files that the tracer writes. */
  readonly folder: string;
  /** The value of LD_PRELOAD in the user's environment. */
  readonly preload: string | undefined;
  /** Options for the tracer. */
  readonly options: TracerOptions;
}

/** How to start a program. */
export interface StartCommand {
  /** The program to start, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Variables to add to its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Commands that create the trace after the program has ended, shown by `--dry-run`. */
  readonly afterwards?: readonly string[];
}

/** How to record a running process for a while. */
export interface Attachment {
  /** The command that starts recording. */
  readonly begin: readonly [string, ...string[]];
  /** The command that stops recording if the process is still running. */
  readonly end: readonly [string, ...string[]];
  /** A file that exists once recording has started. */
  readonly file: string;
}

/** A file that a tracer has written. */
export interface RecordedFile {
  /** The path of the file. */
  readonly path: string;
  /** The process that it belongs to; absent for the one that was started. */
  readonly pid?: number;
  /** The end of the final file name, after the name and the process id. */
  readonly extension: string;
  /** Whether the file belongs to the previous one; it is opened only if that one cannot be read. */
  readonly beside?: boolean;
}

/** A tracer. */
export interface Tracer {
  /** The name after `--with`. */
  readonly name: string;
  /** The format of its traces, which Quarry may not support yet. */
  readonly format: string;
  /** A description in one line. */
  readonly summary: string;
  /** The programs that the tracer can record. */
  readonly programs: string;
  /** Data that its traces contain: addresses, threads, times, stacks, frees and so on. */
  readonly has: string;
  /** Data that the traces of this tracer do not contain. */
  readonly lacks: string;
  /** Describes how much it slows the program down. */
  readonly cost: string;
  /** Names of its packages. */
  readonly packages: Partial<Readonly<Record<PackageManager, string>>>;
  /** Options of `quarry record` that apply to this tracer. */
  readonly options?: readonly (keyof TracerOptions)[];
  /** Valid values of `--api`. */
  readonly apis?: readonly string[];
  /** Whether the tracer is chosen for a program if the user names none. */
  readonly takes?: (program: Program) => boolean;
  /** Why it cannot record a program; undefined if it can. */
  readonly refuses?: (program: Program) => string | undefined;
  /** Finds the tracer; null if it is not installed. */
  readonly find: (program: Program | null) => Promise<InstalledTracer | null>;
  /** How to start the program. */
  readonly start: (found: InstalledTracer, request: Request) => StartCommand;
  /** How to attach to a running process; absent if the tracer cannot. */
  readonly attach?: (found: InstalledTracer, pid: number, folder: string) => Promise<Attachment>;
  /** Creates the traces from the files in the folder; absent if each file is a trace. */
  readonly finish?: (found: InstalledTracer, folder: string) => Promise<readonly RecordedFile[]>;
  /** Extension of the traces if there is no `finish`. */
  readonly extension: string;
}

/** A program. */
export interface Program {
  /** The name as typed. */
  readonly name: string;
  /** The path of the file. */
  readonly path: string;
  /** The first part of the names of its traces. */
  readonly title: string;
  /** `native` is dynamically linked, `static` is not, and `script` has an interpreter in its first line. */
  readonly kind: "native" | "static" | "script" | "other";
  /** The interpreter in the first line of a script. */
  readonly interpreter?: string;
  /** How Python runs it, if it does. */
  readonly python?: PythonCall;
}

/** The parts of a Python command line. */
interface PythonCall {
  /** Path of the interpreter. */
  readonly python: string;
  /** The options of Python itself. */
  readonly options: readonly string[];
  /** What it runs, with arguments: `x.py`, `-m x` or `-c code`. */
  readonly runs: readonly string[];
}
