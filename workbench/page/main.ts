/**
 * The page without a server: its engine is a worker of its own.
 * @module
 */

import type { OpenRequest } from "../../src/page/messages.ts";
import { askThrough } from "../api.ts";
import { showWorkbench } from "../app.ts";
import { h } from "../dom.ts";
import { chooser, Opening, takeDrops } from "../opening.ts";
import { throughWorker } from "./worker_answers.ts";

/** What the builder of the page puts in front of this script: the program of the worker, gzip, base64. */
declare const QUARRY_ENGINE: string;

/** Said wherever a file is opened. */
const STAYS = "Nothing is uploaded: this page reads your files itself, in this browser.";

/** A script that browsers know to be the page's own. */
interface ScriptPolicies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): {
    createScriptURL(url: string): string;
  };
}

async function startEngine(): Promise<Worker> {
  const packed = Uint8Array.from(atob(QUARRY_ENGINE), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const program = await new Response(stream).blob();
  // A page that was opened as a file may start a worker out of its own memory only.
  const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  const { trustedTypes } = globalThis as { trustedTypes?: ScriptPolicies };
  const policy = trustedTypes?.createPolicy("quarry", { createScriptURL: (own) => own });
  const worker = new Worker(policy ? policy.createScriptURL(url) : url, { name: "Quarry" });
  worker.addEventListener("message", () => URL.revokeObjectURL(url), { once: true });
  return worker;
}

/** Addresses of traces that the address of the page names. */
function namedTraces(): OpenRequest[] {
  return new URLSearchParams(location.hash.slice(1)).getAll("url").map((url) => ({
    from: new URL(url, location.href).href,
  }));
}

/** What is shown before anything is open. */
function startScreen(opening: Opening, take: (files: readonly File[]) => void): void {
  const main = h(
    "main",
    { id: "main", class: "alone start" },
    h("h1", {}, "Quarry"),
    h("p", {}, "Drop a trace of memory, API calls or coverage on this page, or choose one."),
    chooser("Choose files", take),
    opening.element,
    h("p", { class: "soft" }, STAYS),
  );
  document.body.replaceChildren(main);
}

async function start(): Promise<void> {
  askThrough(throughWorker(await startEngine()));
  const stopped = new AbortController();
  const opening = new Opening((names, wrong) => {
    stopped.abort();
    void showWorkbench({ trace: names[0]!, wrong, stays: STAYS });
  });
  const take = (files: readonly File[]): void => void opening.open(files.map((from) => ({ from })));
  takeDrops(take, stopped.signal);
  startScreen(opening, take);
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
