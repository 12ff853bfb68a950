/** The worker program with the engine of a page, started like by a page. */
import { assertEquals } from "@std/assert";

/** Threads that queries may use, and whether they get a program, in a page that is isolated or not. */
async function startedIn(crossOriginIsolated: boolean): Promise<{ wanted?: number; hasProgram: boolean }> {
  const [start, threads] = [
    new URL("../../src/page/start_engine.ts", import.meta.url),
    new URL("../../src/memory/threads.ts", import.meta.url),
  ];
  const program = `
    globalThis.QUARRY_CREW = "";
    Object.defineProperty(globalThis, "crossOriginIsolated", { value: ${crossOriginIsolated} });
    await import("${start}");
    const { ownCrewProgram, threadSettings } = await import("${threads}");
    const { wanted } = threadSettings();
    postMessage({ wanted, hasProgram: ownCrewProgram() !== undefined });
  `;
  const worker = new Worker(`data:text/javascript,${encodeURIComponent(program)}`, { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
  } finally {
    worker.terminate();
  }
}

Deno.test("the engine of a page uses several threads only in a page that is isolated from others", async () => {
  const cores = navigator.hardwareConcurrency;
  assertEquals(await startedIn(true), { wanted: cores, hasProgram: true });
  assertEquals(await startedIn(false), { wanted: undefined, hasProgram: false });
});
