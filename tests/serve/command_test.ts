/** `quarry serve` as a command: what it refuses, its printed address, and Ctrl-C. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { programCommand, quarry } from "../cli/program.ts";
import type { SourceAnswer } from "../../src/serve/api_types.ts";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";
import { RawClient } from "./http_support.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

Deno.test("serve rejects invalid options before it opens anything", async () => {
  const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [[], /Cannot serve without a trace/],
    [["missing.mtrc", "--port", "x"], /--port needs a number from 0 to 65535, found "x"/],
    [["missing.mtrc", "--port", "65536"], /--port needs a number/],
    [["missing.mtrc", "--listen", "evil.example"], /--listen/],
    [["missing.mtrc", "--sources", "missing"], /Cannot read sources in "missing": no such file/],
    [["missing.mtrc", "--sources", "deno.json"], /it is not a folder/],
  ];
  for (const [args, message] of wrong) {
    const { code, err } = await quarry(["serve", ...args]);
    assert(code !== 0, args.join(" "));
    assertMatch(err, message);
  }
});

/** Starts the program and waits for its address. */
async function served(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ readonly child: Deno.ChildProcess; readonly address: URL; close(): Promise<void> }> {
  const child = programCommand(["serve", "--port", "0", ...args], { stdout: "piped", stderr: "piped", env })
    .spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  while (!printed.includes("\n")) printed += (await reader.read()).value ?? "\n";
  return {
    child,
    address: new URL(printed.trim()),
    async close() {
      await reader.cancel();
      await child.stderr.cancel();
    },
  };
}

/** Sends the header of a request that announces a body, but not the body. */
async function announce({ port }: URL, path: string): Promise<RawClient> {
  const client = await RawClient.open(Number(port));
  await client.send(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
      "Content-Length: 100\r\n\r\n",
  );
  return client;
}

Deno.test({
  ...atFullEffort("Ctrl-C ends serve within a second, for any connections and running queries", ["mkfifo"]),
  async fn() {
    using folder = Temporary.folder();
    await new Deno.Command("mkfifo", { args: [`${folder.path}/a.c`] }).output();
    const { child, address, close } = await served(["--sources", folder.path, TRACE]);
    const clients = [
      await announce(address, "/api/run"),
      await announce(address, `${address.pathname}api/run`),
    ];
    const ask = (path: string, body: object): Promise<Response> =>
      fetch(new URL(`api/${path}`, address), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    // A pipe without a writer is not read as a source, and is not waited for.
    const source = await (await ask("source", { file: "/build/a.c" })).json() as SourceAnswer;
    assertMatch(source.reason!, /has no file "\/build\/a\.c"/);
    // Six million pairs, ten times.
    const long = "events | join events on trace | join (events | take 10) on trace | summarize count()";
    const running = await ask("run", { text: long });
    child.kill("SIGINT");
    assertEquals((await child.status).code, 0);
    // The program has not waited for the rows.
    const answer = await running.text().catch(() => "cut");
    assert(!answer.includes('"rows":1'), answer);
    for (const each of clients) each.close();
    await close();
  },
});

Deno.test({
  ...atFullEffort("serve prints its address, answers there, and Ctrl-C ends it"),
  // Windows sends no such signal to a process alone.
  ...(Deno.build.os === "windows" ? { ignore: true } : {}),
  async fn() {
    const { child, address, close } = await served([TRACE]);
    assertMatch(address.href, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/$/);
    const page = await fetch(address);
    assertEquals(page.status, 200);
    await page.body?.cancel();
    const outside = await fetch(new URL("/", address));
    assertEquals(outside.status, 403);
    await outside.body?.cancel();
    child.kill("SIGINT");
    assertEquals((await child.status).code, 0);
    await close();
  },
});

Deno.test({
  ...atFullEffort("serve --open does not show the token in the list of processes, and leaves nothing behind"),
  ...(Deno.build.os === "linux" ? {} : { ignore: true }),
  async fn() {
    using folder = Temporary.folder();
    const { path } = folder;
    await Deno.mkdir(`${path}/tmp`);
    // A fake browser that records its arguments.
    const noted =
      `stat -c "%a %n" "$1" "$(dirname "$1")" > ${path}/part; cat "$1" >> ${path}/part; mv ${path}/part ${path}/noted`;
    await Deno.writeTextFile(`${path}/xdg-open`, `#!/bin/sh\necho "$@" > ${path}/words\n${noted}\n`, {
      mode: 0o755,
    });
    const env = { PATH: `${path}:${Deno.env.get("PATH")}`, TMPDIR: `${path}/tmp` };
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const { child, address, close } = await served(["--open", TRACE], env);
      const noted = await waitForFile(`${path}/noted`);
      const words = await Deno.readTextFile(`${path}/words`);
      const token = address.pathname.replaceAll("/", "");
      assertMatch(words, /^\/.*\/tmp\/quarry-[^/]+\/workbench\.html\n$/);
      assert(!words.includes(token));
      const [page, place, ...html] = noted.split("\n");
      assertMatch(page!, /^600 .*workbench\.html$/);
      assertMatch(place!, /^700 .*quarry-/);
      assert(html.join().includes(`content="0; url=${address.href}"`));
      child.kill(signal);
      await child.status;
      assertEquals([...Deno.readDirSync(`${path}/tmp`)].map(({ name }) => name), []);
      await Deno.remove(`${path}/noted`);
      await close();
    }
  },
});

/** The text of a file, once it exists. */
async function waitForFile(path: string): Promise<string> {
  for (;;) {
    const text = await Deno.readTextFile(path).catch(() => null);
    if (text !== null) return text;
    await new Promise((go) => setTimeout(go, 10));
  }
}
