/**
 * Processor time of a process and of all processes that it has started, in seconds, as /proc reports it; on Linux only.
 * @module
 */

/** Fields after the name of a program, which ends with the last bracket: state, parent, and so on. */
const FIELD = { user: 11, system: 12 } as const;
/** The system's unit: ticks per second. */
const TICKS = 100;

/** Elapsed seconds, and seconds of all processors. */
export interface Spent {
  readonly wall: number;
  readonly cpu: number;
}

/** Threads and processes may end at any time. */
function unlessGone<T>(look: () => T): T | undefined {
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
  for (const { name } of unlessGone(() => [...Deno.readDirSync(`/proc/${pid}/task`)]) ?? []) {
    const children = unlessGone(() => Deno.readTextFileSync(`/proc/${pid}/task/${name}/children`).trim()) ??
      "";
    if (children !== "") all.push(...children.split(" ").flatMap((child) => processesOf(Number(child))));
  }
  return all;
}

function processorSeconds(pid: number): number {
  let ticks = 0;
  for (const each of processesOf(pid)) {
    const stat = unlessGone(() => Deno.readTextFileSync(`/proc/${each}/stat`));
    if (stat === undefined) continue;
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    ticks += Number(fields[FIELD.user]) + Number(fields[FIELD.system]);
  }
  return ticks / TICKS;
}

/** The time of some work, including the processes that it started. */
export async function spent(work: () => Promise<unknown>): Promise<Spent> {
  const start = performance.now();
  const before = processorSeconds(Deno.pid);
  await work();
  return { wall: (performance.now() - start) / 1000, cpu: processorSeconds(Deno.pid) - before };
}
