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
  const only = path === undefined ? [] : ["-P", path];
  return [
    "strace",
    "-f",
    "-qq",
    "-o",
    "/dev/null",
    ...only,
    "-e",
    `trace=${calls}`,
    "-e",
    `inject=${calls}:${what}`,
  ];
}
