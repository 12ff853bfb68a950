/** Processor time of a program; on Linux only. */

/** The reason why it is not available. */
export const noProcessorTime: string | null = Deno.build.os === "linux"
  ? null
  : "only Linux says how busy a program is";

/** `/proc` counts in hundredths. */
const TICKS = 100;

/** Processor time of a process so far; undefined if it has ended. */
export function secondsOf(pid: number): number | undefined {
  try {
    const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).replace(/^.*\) /, "").split(" ");
    return fields[0] === "Z" ? undefined : (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return undefined;
  }
}

/** The process of this program with a given text among its arguments. */
export function processWith(text: string): number | undefined {
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [program, ...args] = Deno.readTextFileSync(`/proc/${name}/cmdline`).split("\0");
      if (program === Deno.execPath() && args.some((each) => each.includes(text))) return Number(name);
    } catch {
      // The process has ended meanwhile.
    }
  }
  return undefined;
}
