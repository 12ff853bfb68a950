/**
 * How many threads the program may use. Set at start, and again when the user changes the setting.
 * @module
 */

/** How work is distributed over threads. */
export interface ThreadSettings {
  /** The number requested; undefined if none was. */
  readonly wanted?: number | undefined;
  /** Threads in total; with 1, queries have no workers. */
  readonly threads: number;
  /** For tests: sections are handed to workers however short they are, and wait for all workers. */
  readonly always: boolean;
  /** Whether work at which a worker fails is repeated; otherwise the failure is an error. */
  readonly mayFail: boolean;
}

/** By default queries have no workers, since nothing would stop them. */
let wanted: number | undefined;
let allowed = true;
let always = false;
let mayFail = true;
let settings: ThreadSettings;
updateSettings();

function updateSettings(): void {
  settings = { wanted, threads: allowed ? wanted ?? 1 : 1, always, mayFail };
}

/** Sets the number of threads for queries; undefined restores the default. */
export function setThreads(threads: number | undefined): void {
  wanted = threads;
  updateSettings();
}

/** Disables threads from now on, whatever is requested. Called if the module of a worker cannot be read. */
export function disableThreads(): void {
  allowed = false;
  updateSettings();
}

/** For tests: uses threads even for little work, and reports failing workers unless `failing`. */
export function useThreadsAlways(on: boolean, failing = !on): void {
  always = on;
  mayFail = failing;
  updateSettings();
}

/** The current settings for queries; the same object while nothing changes. */
export function threadSettings(): ThreadSettings {
  return settings;
}

let crewProgram: string | undefined;

/**
 * Sets where workers of a crew find their program if it is not a module of these sources: a page contains the
 * program.
 */
export function setCrewProgram(address: string): void {
  crewProgram = address;
}

/** The address of the program for workers of a crew, if it was set. */
export function ownCrewProgram(): string | undefined {
  return crewProgram;
}

/** Cores that this process may use, with container limits and processor affinity taken into account. */
export function coreCount(): number {
  return navigator.hardwareConcurrency;
}

/** Whether a second thread may help. */
export function mayUseThreads(): boolean {
  return allowed && (wanted ?? coreCount()) > 1;
}
