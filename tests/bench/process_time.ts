/**
 * Seconds of processors that a process and all that it has started have taken, as /proc tells; on Linux only.
 * @module
 */

/** Fields behind the name of a program, which ends with the last bracket: state, parent, and so on. */
const FIELD = { user: 11, system: 12 } as const;
/** What the system counts in. */
const TICKS = 100;

/** Seconds that passed, and seconds of all processors. */
export interface Spent {
  readonly wall: number;
  readonly cpu: number;
}

/** Threads and processes may end while they are looked at. */
function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** A process and its living descendants. */
export function processesOf(pid: number): number[] {
  const all = [pid];
  for (const { name } of ifThere(() => [...Deno.readDirSync(`/proc/${pid}/task`)]) ?? []) {
    const children = ifThere(() => Deno.readTextFileSync(`/proc/${pid}/task/${name}/children`).trim()) ?? "";
    if (children !== "") all.push(...children.split(" ").flatMap((child) => processesOf(Number(child))));
  }
  return all;
}

function processorSeconds(pid: number): number {
  let ticks = 0;
  for (const each of processesOf(pid)) {
    const stat = ifThere(() => Deno.readTextFileSync(`/proc/${each}/stat`));
    if (stat === undefined) continue;
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    ticks += Number(fields[FIELD.user]) + Number(fields[FIELD.system]);
  }
  return ticks / TICKS;
}

/** What some work takes, of this process and those that it has started. */
export async function spent(work: () => Promise<unknown>): Promise<Spent> {
  const start = performance.now();
  const before = processorSeconds(Deno.pid);
  await work();
  return { wall: (performance.now() - start) / 1000, cpu: processorSeconds(Deno.pid) - before };
}
