/** Programs whose system calls go wrong, by strace. */

/**
 * Runs a program that is killed at the `nth` system call of a name of one of its threads, before that does anything.
 * With a path only calls count that write to it.
 */
export function dyingAt(calls: string, nth = 1, path?: string): string[] {
  return injected(calls, `signal=SIGKILL:when=${nth}`, path);
}

/** Runs a program in which system calls of a name fail, from the `nth` of each thread on. */
export function failingAt(calls: string, error: string, nth = 1): string[] {
  return injected(calls, `error=${error}:when=${nth}+`);
}

function injected(calls: string, what: string, path?: string): string[] {
  return [
    "strace",
    "-f",
    "-qq",
    "-o",
    "/dev/null",
    // Only calls of that name stop: a program took three times as long when each of its calls did. Paths are looked at in all.
    ...(path === undefined ? ["--seccomp-bpf"] : ["-P", path]),
    "-e",
    `trace=${calls}`,
    "-e",
    `inject=${calls}:${what}`,
  ];
}
