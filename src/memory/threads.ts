/**
 * How many threads the program may use. The program sets it once, and again when a user says so.
 * @module
 */

/** How work is spread. */
export interface ThreadSettings {
  /** What was asked for; undefined = nothing yet. */
  readonly wanted?: number | undefined;
  /** Threads in all; 1 means that queries have no workers. */
  readonly threads: number;
  /** Whatever can be handed over is, and all workers are waited for. */
  readonly always: boolean;
  /** What a worker cannot do is repeated; otherwise it is an error. */
  readonly mayFail: boolean;
}

/** Without a word from the program queries have no workers: nobody would end them. */
let wanted: number | undefined;
let allowed = true;
let always = false;
let mayFail = true;
let settings: ThreadSettings;
updateSettings();

function updateSettings(): void {
  settings = { wanted, threads: allowed ? wanted ?? 1 : 1, always, mayFail };
}

/** How many threads queries have from now on; undefined is as before anybody asked. */
export function setThreads(threads: number | undefined): void {
  wanted = threads;
  updateSettings();
}

/** From now on there are no other threads, whatever is wanted: the program of a thread may not be read. */
export function doWithoutThreads(): void {
  allowed = false;
  updateSettings();
}

/** For tests: threads are used however little there is to do, and nothing hides that one has failed, unless it may. */
export function useThreadsAlways(on: boolean, failing = !on): void {
  always = on;
  mayFail = failing;
  updateSettings();
}

/** How many threads queries have; the same object as long as nothing changes. */
export function threadSettings(): ThreadSettings {
  return settings;
}

/** Cores that this process may use: the limits of a container and the processors that it is bound to count. */
export function coreCount(): number {
  return navigator.hardwareConcurrency;
}

/** Whether a second thread may help. */
export function mayUseThreads(): boolean {
  return allowed && (wanted ?? coreCount()) > 1;
}
