/** Loaded before the program: intervals of several seconds run a hundred times as often, and report each run. */

const { setInterval } = globalThis;

globalThis.setInterval = ((act: () => void, milliseconds = 0) =>
  setInterval(() => {
    act();
    Deno.stderr.writeSync(new TextEncoder().encode("again\n"));
  }, milliseconds / 100)) as typeof setInterval;
