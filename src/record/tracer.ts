/**
 * What a tracer is: a program that is installed, and starts another one so that a trace of it is left.
 * @module
 */

/** Package managers that a hint can be for. */
export type Manager = "apt" | "dnf" | "pacman" | "zypper" | "apk" | "brew" | "pip";

/** A tracer that was found. */
export interface Installed {
  /** As it says; empty where it does not. */
  readonly version: string;
  /** The file that is started or loaded. */
  readonly path: string;
  /** Other files of it, by the name that the tracer has for them. */
  readonly parts?: Readonly<Record<string, string>>;
}

/** What a user may want of a tracer besides. */
export interface TracerOptions {
  /** Which calls apitrace records. */
  readonly api?: string;
  /** Frames of native code in traces of Python. */
  readonly native?: boolean;
}

/** The program to record. */
interface Request {
  /** The program as it was found. */
  readonly program: Program;
  /** Its arguments. */
  readonly args: readonly string[];
  /** A folder of this run, for everything that the tracer writes. */
  readonly folder: string;
  /** The value of LD_PRELOAD that the user has set. */
  readonly preload: string | undefined;
  /** What else is wanted. */
  readonly options: TracerOptions;
}

/** How a program is started. */
export interface Start {
  /** The program to start, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Variables that are added to its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Commands that make the trace when the program has ended, for `--dry-run`. */
  readonly afterwards?: readonly string[];
}

/** How a process that runs is recorded for a while. */
export interface Attachment {
  /** The command that begins it. */
  readonly begin: readonly [string, ...string[]];
  /** The command that ends it, where the process still runs. */
  readonly end: readonly [string, ...string[]];
  /** The file that is there as soon as it has begun. */
  readonly file: string;
}

/** A file that a tracer left. */
export interface Recorded {
  /** Where it is. */
  readonly path: string;
  /** Process that it is of; absent = the one that was started. */
  readonly pid?: number;
  /** What follows the name and the process in its final name. */
  readonly extension: string;
  /** It belongs to the file before it and is not opened alone, unless that one cannot be read. */
  readonly beside?: boolean;
}

/** A tracer. */
export interface Tracer {
  /** Name after `--with`. */
  readonly name: string;
  /** Name of the format of its traces, which may be one that Quarry does not read yet. */
  readonly format: string;
  /** One line. */
  readonly summary: string;
  /** Which programs it is for. */
  readonly programs: string;
  /** What its traces have of addresses, threads, times, stacks, frees, and what else. */
  readonly has: string;
  /** What the traces do not have. */
  readonly lacks: string;
  /** What it costs while the program runs. */
  readonly cost: string;
  /** The names of its packages. */
  readonly packages: Partial<Readonly<Record<Manager, string>>>;
  /** Options of `quarry record` that are for this tracer. */
  readonly options?: readonly (keyof TracerOptions)[];
  /** What `--api` may be. */
  readonly apis?: readonly string[];
  /** Whether it is chosen where nobody names one. */
  readonly takes?: (program: Program) => boolean;
  /** Why it can do nothing with a program; undefined where it can. */
  readonly refuses?: (program: Program) => string | undefined;
  /** Looks for it; null when it is not installed. */
  readonly find: (program: Program | null) => Promise<Installed | null>;
  /** How the program is started. */
  readonly start: (found: Installed, request: Request) => Start;
  /** How it attaches to a process that runs; absent where it cannot. */
  readonly attach?: (found: Installed, pid: number, folder: string) => Promise<Attachment>;
  /** Makes the traces of what lies in the folder; absent where each file there is one. */
  readonly finish?: (found: Installed, folder: string) => Promise<readonly Recorded[]>;
  /** Ending of the traces, where there is no `finish`. */
  readonly extension: string;
}

/** A program. */
export interface Program {
  /** As it was typed. */
  readonly name: string;
  /** Its file. */
  readonly path: string;
  /** What traces of it are called. */
  readonly title: string;
  /** `native` is dynamically linked, `static` is not, `script` names an interpreter in its first line. */
  readonly kind: "native" | "static" | "script" | "other";
  /** What a script names in its first line. */
  readonly interpreter?: string;
  /** How Python runs it. */
  readonly python?: PythonCall;
}

/** Python, and what it runs. */
interface PythonCall {
  /** The interpreter. */
  readonly python: string;
  /** Its options before what it runs. */
  readonly options: readonly string[];
  /** What it runs, with its arguments: `x.py`, `-m x` or `-c code`. */
  readonly runs: readonly string[];
}
