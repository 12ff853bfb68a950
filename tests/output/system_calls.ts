/** Programs whose system calls go wrong, by strace. */

/**
 * Runs a program that is killed at the `nth` system call of a name of one of its threads, before that does anything.
 * With a path only calls count that write to it.
 */
export function dyingAt(calls: string, nth = 1, path?: string): string[] {
  // A program that stops at each of its calls does them in fewer threads, one of which comes to the `nth`.
  return injected(calls, `signal=SIGKILL:when=${nth}`, path === undefined ? [] : ["-P", path]);
}

/** Runs a program in which system calls of a name fail, from the `nth` of each thread on. */
export function failingAt(calls: string, error: string, nth = 1): string[] {
  // Only calls of that name stop: a program took three times as long when each of its calls did.
  return injected(calls, `error=${error}:when=${nth}+`, ["--seccomp-bpf"]);
}

function injected(calls: string, what: string, how: readonly string[]): string[] {
  return [
    "strace",
    "-f",
    "-qq",
    "-o",
    "/dev/null",
    ...how,
    "-e",
    `trace=${calls}`,
    "-e",
    `inject=${calls}:${what}`,
  ];
}
