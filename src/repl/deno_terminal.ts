/**
 * The terminal, through Deno.
 * @module
 */

import type { ScreenSize } from "./layout.ts";
import type { Terminal, TerminalMode } from "./terminal.ts";

const USUAL_SIZE: ScreenSize = { columns: 80, rows: 24 };
const CHUNK_BYTES = 1 << 16;
const encoder = new TextEncoder();

/** Milliseconds that the system needs to stop all threads. */
const STOP_MS = 100;

/** Standard input and output of this process. */
export function denoTerminal(): Terminal {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(CHUNK_BYTES);
  let mode: TerminalMode = "plain";
  const setMode = (wanted: TerminalMode): void => {
    if (wanted === mode) return;
    mode = wanted;
    try {
      Deno.stdin.setRaw(mode !== "plain", { cbreak: mode === "running" });
    } catch {
      // The terminal is closed, which the next read reports.
    }
  };
  return {
    size() {
      try {
        const { columns, rows } = Deno.consoleSize();
        return columns > 0 && rows > 0 ? { columns, rows } : USUAL_SIZE;
      } catch {
        return USUAL_SIZE;
      }
    },
    async write(text) {
      let bytes = encoder.encode(text);
      while (bytes.length > 0) bytes = bytes.subarray(await Deno.stdout.write(bytes));
    },
    async read() {
      const count = await Deno.stdin.read(buffer).catch(() => null);
      return count === null ? null : decoder.decode(buffer.subarray(0, count), { stream: true });
    },
    setMode,
    onResize(handler) {
      try {
        Deno.addSignalListener("SIGWINCH", handler);
        return () => Deno.removeSignalListener("SIGWINCH", handler);
      } catch {
        return () => {}; // Windows has no such signal.
      }
    },
    async suspend() {
      // Otherwise Deno would ask for permission while the prompt is visible.
      if (Deno.permissions.querySync({ name: "run" }).state !== "granted") return;
      const before = mode;
      setMode("plain");
      try {
        // Sent to the whole process group, as a terminal does, so that a shell script around the program
        // stops too.
        Deno.kill(0, "SIGTSTP");
        // Resumed after the stop; or never stopped, if no shell with job control is running.
        await new Promise((resolve) => setTimeout(resolve, STOP_MS));
      } catch {
        // The system has no such signals.
      }
      setMode(before);
    },
  };
}
