/** Programs whose system calls fail, by strace. */

/**
 * A command that runs a program and kills it at the `nth` system call of this name in one of its threads, before the
 * call has an effect. With a path, only calls that write to it count.
 */
export function dyingAt(calls: string, nth = 1, path?: string): string[] {
  // A program that stops at each of its calls makes them in fewer threads, so that one of them reaches the
  // `nth`.
  return injected(calls, `signal=SIGKILL:when=${nth}`, path === undefined ? [] : ["-P", path]);
}

/** A command that runs a program in which system calls of a name fail, from the `nth` of each thread on. */
export function failingAt(calls: string, error: string, nth = 1): string[] {
  // Only calls of that name stop: if every call stopped, a program took three times as long.
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
