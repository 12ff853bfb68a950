import type { CliHost, OutputStream, Pager } from "../../src/cli/host.ts";

/** A host that records what was written. */
export interface FakeHost extends CliHost {
  readonly written: { out: string; err: string; paged: string };
}

/** Differences from a pipe with an empty environment. */
export interface FakeWorld {
  readonly terminal?: boolean;
  readonly env?: Record<string, string>;
  readonly columns?: number;
  readonly rows?: number;
  readonly pager?: boolean;
}

/** A host for tests. */
export function fakeHost(world: FakeWorld = {}): FakeHost {
  const written = { out: "", err: "", paged: "" };
  const stream = (key: keyof typeof written): OutputStream => ({
    isTerminal: world.terminal ?? false,
    write(chunk) {
      written[key] += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
      return Promise.resolve();
    },
    writeNow: (text) => void (written[key] += text),
  });
  const pager: Pager = { input: stream("paged"), close: () => Promise.resolve() };
  return {
    written,
    stdout: stream("out"),
    stderr: stream("err"),
    stdinIsTerminal: world.terminal ?? false,
    terminalSize: () => ({ columns: world.columns ?? 80, rows: world.rows ?? 24 }),
    env: (name) => world.env?.[name],
    exists: () => false,
    readTextFile: (path) => Promise.reject(new Error(`No file ${path}`)),
    async *readLines() {},
    startPager: () => world.pager ? pager : null,
    onInterrupt: () => () => {},
    exit: (code) => {
      throw new Error(`exit ${code}`);
    },
  };
}
