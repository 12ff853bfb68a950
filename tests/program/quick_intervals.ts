/** Loaded before the program: what it does every few seconds is done a hundred times as often, and told each time. */

const { setInterval } = globalThis;

globalThis.setInterval = ((act: () => void, milliseconds = 0) =>
  setInterval(() => {
    act();
    Deno.stderr.writeSync(new TextEncoder().encode("again\n"));
  }, milliseconds / 100)) as typeof setInterval;
