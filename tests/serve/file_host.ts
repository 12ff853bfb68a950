/**
 * An ordinary file host, which knows nothing about its files.
 * @module
 */

import { extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".png": "image/png",
};

export interface FileHost {
  /** The address, with a slash at the end. */
  readonly address: string;
  /** Paths requested so far. */
  readonly asked: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Headers that allow a page to share memory between threads. */
const ISOLATION = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** Shows the files of a folder on a free port of this machine; a plain host does not isolate pages. */
export function hostOf(folder: string, isolates = false): FileHost {
  const asked = new Set<string>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async ({ url }) => {
    const { pathname } = new URL(url);
    asked.add(pathname);
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const bytes = await Deno.readFile(join(folder, path)).catch(() => null);
    const type = TYPES[extname(path)] ?? "text/plain";
    return new Response(bytes, {
      status: bytes ? 200 : 404,
      headers: { "content-type": type, ...isolates ? ISOLATION : {} },
    });
  });
  return { address: `http://127.0.0.1:${server.addr.port}/`, asked, close: () => server.shutdown() };
}
