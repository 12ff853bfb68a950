/**
 * The page that works without a server: a worker of its own runs the engine.
 * @module
 */

import type { OpenRequest } from "../../src/page/messages.ts";
import { scriptAddress } from "../../src/page/script_address.ts";
import { askThrough } from "../api.ts";
import { showWorkbench } from "../app.ts";
import { h } from "../dom.ts";
import { chooser, Opening, takeDrops } from "../opening.ts";
import { throughWorker } from "./worker_answers.ts";

/**
 * The builder of the page puts this in front of the script: the program of the worker, compressed with gzip
 * and encoded as base64.
 */
declare const QUARRY_ENGINE: string;

/** Shown in a page that contains traces. */
const INSIDE = "This page contains the traces and reads them itself; it sends no requests.";

/** Shown wherever a file can be opened. */
const STAYS = "Nothing is uploaded: this page reads your files itself, in this browser.";

function unpacked(gzip: Blob): Promise<Blob> {
  return new Response(gzip.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

async function startEngine(): Promise<Worker> {
  const packed = Uint8Array.from(atob(QUARRY_ENGINE), (letter) => letter.charCodeAt(0));
  const program = await unpacked(new Blob([packed]));
  const address = scriptAddress(program);
  const worker = new Worker(address, { name: "Quarry" });
  worker.addEventListener("message", () => URL.revokeObjectURL(String(address)), { once: true });
  return worker;
}

/** Returns the addresses of traces that the address of the page names. */
function namedTraces(): OpenRequest[] {
  return new URLSearchParams(location.hash.slice(1)).getAll("url").map((url) => ({
    from: new URL(url, location.href).href,
  }));
}

/** Decodes base64; older browsers have no method for it. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const { fromBase64: decode } = Uint8Array as { fromBase64?(text: string): Uint8Array<ArrayBuffer> };
  if (decode) return decode(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/**
 * Returns the traces that `quarry report --live` has put into the page; their pieces are removed from the
 * page when they are read.
 */
async function tracesInside(): Promise<OpenRequest[]> {
  const traces = new Map<string, { name: string; isPacked: boolean; isIndex: boolean; pieces: Blob[] }>();
  for (const element of document.querySelectorAll<HTMLElement>("script[data-trace]")) {
    const { trace = "", name = "", packed, index } = element.dataset;
    let known = traces.get(trace);
    if (!known) {
      known = { name, isPacked: packed !== undefined, isIndex: index !== undefined, pieces: [] };
      traces.set(trace, known);
    }
    known.pieces.push(new Blob([fromBase64(element.textContent)]));
    element.remove();
  }
  return await Promise.all(
    [...traces.values()].map(async ({ name, isPacked, isIndex, pieces }) => {
      const whole = new Blob(pieces);
      // The browser decompresses faster than the engine would.
      const bytes = isPacked ? await unpacked(whole) : whole;
      return { name, from: new File([bytes], name), isIndex };
    }),
  );
}

/** Shown before anything is open. */
function startScreen(opening: Opening, take: (files: readonly File[]) => void, stays: string): void {
  const main = h(
    "main",
    { id: "main", class: "alone start" },
    h("h1", {}, "Quarry"),
    h("p", {}, "Drop a trace of memory, API calls or coverage on this page, or choose one."),
    chooser("Choose files", take),
    opening.element,
    h("p", { class: "soft" }, stays),
  );
  document.body.replaceChildren(main);
}

async function start(): Promise<void> {
  askThrough(throughWorker(await startEngine()));
  const inside = await tracesInside();
  const stays = inside.length > 0 ? INSIDE : STAYS;
  const stopped = new AbortController();
  const opening = new Opening((names, wrong) => {
    stopped.abort();
    void showWorkbench({ trace: names[0]!, wrong, stays });
  });
  const take = (files: readonly File[]): void => void opening.open(files.map((from) => ({ from })));
  takeDrops(take, stopped.signal);
  startScreen(opening, take, stays);
  if (inside.length > 0) return await opening.open(inside);
  const named = namedTraces();
  const site = named.find(({ from }) => new URL(from as string).origin !== location.origin);
  if (site) {
    opening.say([`Only traces of this site can be opened, and not ${site.from as string}`]);
  } else await opening.open(named);
}

addEventListener("hashchange", () => {
  const now = namedTraces().map(({ from }) => from).join(" ");
  if (now !== before) location.reload();
});
const before = namedTraces().map(({ from }) => from).join(" ");
await start();
