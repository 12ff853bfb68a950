/**
 * Runs the program to record with its own input and output, and forwards signals to it.
 * @module
 */

import { isFile } from "./machine.ts";
import type { Attachment, StartCommand } from "./tracer.ts";

/** The way in which a program ended. */
export interface ProgramEnd {
  /** Id of the process. */
  readonly pid: number;
  /** Exit code as a shell reports it: 128 plus the number of the signal that ended the program. */
  readonly code: number;
  /** The signal that ended the program, if any. */
  readonly signal: Deno.Signal | null;
}

/** A program that could not be started. */
export interface StartFailure {
  /** Why the program could not start. */
  readonly reason: string;
  /** The exit code of a shell in this case. */
  readonly code: number;
}

/** Signals to forward: a signal that is sent to Quarry is meant for the program. */
const PASSED_ON: readonly Deno.Signal[] = ["SIGTERM", "SIGHUP"];
/** Exit codes of shells. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/** Delivers signals to the runner. */
interface Signals {
  /** Calls `handler` on Ctrl-C until the returned function is called. */
  onInterrupt(handler: () => void): () => void;
  /** Whether the terminal sends Ctrl-C to the program, too. */
  readonly fromTerminal: boolean;
}

/** Starts a program and waits until it ends. */
export async function runProgram(
  { command: [program, ...args], env }: StartCommand,
  { onInterrupt, fromTerminal }: Signals,
): Promise<ProgramEnd | StartFailure> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args,
      env: { ...env },
      stdin: "inherit",
      stdout: "inherit",
      stderr: "inherit",
    })
      .spawn();
  } catch (error) {
    return notStarted(error);
  }
  const pass = (signal: Deno.Signal) => (): void => {
    try {
      child.kill(signal);
    } catch {
      // The process has ended in the meantime.
    }
  };
  // The program decides what Ctrl-C does; Quarry waits until it has ended.
  const stopHearing = onInterrupt(fromTerminal ? () => {} : pass("SIGINT"));
  const listeners = PASSED_ON.map((signal) => [signal, pass(signal)] as const);
  for (const [signal, listener] of listeners) listen(signal, listener);
  try {
    const { code, signal } = await child.status;
    return { pid: child.pid, code, signal };
  } finally {
    stopHearing();
    for (const [signal, listener] of listeners) unlisten(signal, listener);
  }
}

function listen(signal: Deno.Signal, listener: () => void): void {
  try {
    Deno.addSignalListener(signal, listener);
  } catch {
    // Windows supports few signals.
  }
}

function unlisten(signal: Deno.Signal, listener: () => void): void {
  try {
    Deno.removeSignalListener(signal, listener);
  } catch {
    // The file never existed.
  }
}

function notStarted(error: unknown): StartFailure {
  if (error instanceof Deno.errors.NotFound) {
    return { reason: "its interpreter or its loader is missing", code: NOT_FOUND };
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return { reason: "permission denied", code: NOT_EXECUTABLE };
  }
  return { reason: error instanceof Error ? error.message : String(error), code: NOT_EXECUTABLE };
}

/** Interval in milliseconds for checking a process that is not a child. */
const LOOK_MS = 100;

/** Records a running process until it ends or the user ends the recording; then the process continues. */
export async function attachTo(
  { begin, end, file }: Attachment,
  { pid, onInterrupt, isThere }: {
    readonly pid: number;
    readonly onInterrupt: Signals["onInterrupt"];
    readonly isThere: (pid: number) => boolean;
  },
): Promise<ProgramEnd | StartFailure> {
  // The debugger succeeds even if it could not call a function in the process, so check the file as well.
  if (!await succeeds(begin) || !isFile(file)) {
    return {
      reason:
        "gdb may not attach to it or cannot call functions in it, or it has no library that can load others",
      code: NOT_EXECUTABLE,
    };
  }
  let isOver = false;
  const stop = (): void => void (isOver = true);
  const stopHearing = onInterrupt(stop);
  for (const signal of PASSED_ON) listen(signal, stop);
  try {
    while (!isOver && isThere(pid)) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (isThere(pid)) await succeeds(end);
    return { pid, code: 0, signal: null };
  } finally {
    stopHearing();
    for (const signal of PASSED_ON) unlisten(signal, stop);
  }
}

async function succeeds([program, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  // The debugger must not download debug information.
  const env = { DEBUGINFOD_URLS: "" };
  const { success } = await new Deno.Command(program, {
    args,
    env,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  })
    .output();
  return success;
}
