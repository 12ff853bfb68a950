/**
 * Whole processes compared with each other: each round starts each of them once, in turn, so that other work on the
 * machine affects all alike. Bash reports the processor time of processes that it has waited for, in milliseconds; on
 * Unix only.
 * @module
 */

/** Times of one process, in milliseconds: medians. */
export interface ProcessTimes {
  /** Processor time, in the program and in the system. */
  readonly cpu: number;
  readonly wall: number;
}

/** A program and its arguments. */
export type CommandLine = readonly string[];

const BASH = 'TIMEFORMAT="%3U %3S %3R"; { time "$@" >/dev/null 2>/dev/null </dev/null; } 2>&1; echo $?';

function once(command: CommandLine, env: Readonly<Record<string, string>>, expected: number): ProcessTimes {
  const { stdout } = new Deno.Command("bash", {
    args: ["-c", BASH, "bash", ...command],
    env: { ...env, LC_ALL: "C" },
    stderr: "inherit",
  }).outputSync();
  const [user, system, wall, code] = new TextDecoder().decode(stdout).trim().split(/\s+/).map(Number);
  if (wall === undefined || !Number.isFinite(wall)) throw new Error(`Cannot time ${command.join(" ")}`);
  // A program that fails at once would look fast.
  if (code !== expected) throw new Error(`${command.join(" ")} ended with ${code} instead of ${expected}`);
  return { cpu: (user! + system!) * 1000, wall: wall * 1000 };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[sorted.length >> 1]!;
}

/** Medians of each command over this many rounds, after one that warms caches. All must end with the same exit code. */
export function timesOf<Name extends string>(
  commands: Readonly<Record<Name, CommandLine>>,
  rounds: number,
  env: Readonly<Record<string, string>>,
  code = 0,
): Record<Name, ProcessTimes> {
  const names = Object.keys(commands) as Name[];
  const all = new Map<Name, ProcessTimes[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const times = once(commands[name], env, code);
      if (round > 0) all.get(name)!.push(times);
    }
  }
  const medians = names.map((name): [Name, ProcessTimes] => {
    const times = all.get(name)!;
    return [name, { cpu: median(times.map(({ cpu }) => cpu)), wall: median(times.map(({ wall }) => wall)) }];
  });
  return Object.fromEntries(medians) as Record<Name, ProcessTimes>;
}
