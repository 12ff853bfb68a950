/** The memory of a process, as /proc reports it; on Linux only. */

/** Figures of a process at one point in time. */
export interface ProcessFigures {
  /** Resident memory in MB. */
  readonly rss: number;
  /** The part that is not backed by files: heaps, arenas, stacks. */
  readonly own: number;
  readonly descriptors: number;
  readonly threads: number;
}

/** Figures of a process. */
export function figuresOf(pid: number): ProcessFigures {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  const number = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  return {
    rss: Math.round(number("VmRSS") / 1024),
    own: Math.round(number("RssAnon") / 1024),
    descriptors: [...Deno.readDirSync(`/proc/${pid}/fd`)].length,
    threads: number("Threads"),
  };
}

/** The last process of a chain in which each process has one child. */
export function lastChild(pid: number): number {
  const [child] = Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`).trim().split(" ");
  return child === undefined || child === "" ? pid : lastChild(Number(child));
}

/** The value below which `share` of the values are. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Times of requests, of the last window and of all. */
export class Times {
  #window: number[] = [];
  /** Requests that were answered. */
  count = 0;

  /** Adds the time of one request, in milliseconds. */
  add(milliseconds: number): void {
    this.#window.push(milliseconds);
    this.count++;
  }

  /** Median and 99th percentile of the times since the last call. */
  take(): { readonly p50: number; readonly p99: number } {
    const window = this.#window;
    this.#window = [];
    return { p50: quantile(window, 0.5), p99: quantile(window, 0.99) };
  }
}
