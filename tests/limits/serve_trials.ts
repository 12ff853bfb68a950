import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { sourcesIn } from "../../src/cli/source_folder.ts";
import type { HttpServer } from "../../src/serve/http/server.ts";
import { TextDocument } from "vscode-languageserver-textdocument";
import { isTooLong } from "../../src/lsp/document_handlers.ts";
import { FrameSplitter } from "../../src/lsp/frames.ts";
import { MessageLines } from "../../src/mcp/message_lines.ts";
import { RawClient, serveAt } from "../serve/http_support.ts";
import { Uploads } from "../../src/serve/uploads.ts";
import { TestWorkbench } from "../serve/serve_support.ts";
import type { SourceAnswer } from "../../src/serve/api_types.ts";
import { withFolder } from "../support/temporary.ts";
import type { Trials } from "./trial.ts";

const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const REQUEST = "GET /short HTTP/1.1\r\nHost: a\r\n\r\n";

/** A server whose answer is short or endless; reports how much of the latter was read. */
async function withServer(
  use: (served: {
    readonly server: HttpServer;
    readonly port: number;
    sent(): number;
  }) => Promise<void>,
): Promise<void> {
  let sent = 0;
  const endless = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      pull(controller) {
        sent += 1 << 16;
        controller.enqueue(new Uint8Array(1 << 16));
      },
    });
  const { server, port } = serveAt(() => ({
    refuse: () => null,
    answer: ({ url }) => Promise.resolve(new Response(url.endsWith("/endless") ? endless() : "done")),
  }));
  try {
    await use({ server, port, sent: () => sent });
  } finally {
    server.stop();
    server.stop();
    await server.finished;
  }
}

/** Waits until a condition holds. */
async function until(isSo: () => boolean): Promise<void> {
  for (let left = 500; !isSo(); left--) {
    assert(left > 0);
    await new Promise((go) => setTimeout(go, 10));
  }
}

/** Trials of the limits of requests to servers. */
export const SERVE_TRIALS: Trials = {
  connections: (most) =>
    withServer(async ({ port, server }) => {
      const clients: RawClient[] = [];
      const open = async (): Promise<void> => {
        clients.push(await RawClient.open(port));
        await until(() => server.size === Math.min(most, clients.length));
      };
      while (clients.length < most) await open();
      await open();
      // None of them has the token: the first is closed.
      assertEquals(await clients[0]!.read(), "");
      await clients[1]!.send(REQUEST);
      assertStringIncludes(await clients[1]!.read((text) => text.includes("done")), "done");
      for (const each of clients) each.close();
    }),
  requestHead: (most) =>
    withServer(async ({ port }) => {
      const status = async (bytes: number): Promise<string> => {
        const client = await RawClient.open(port);
        const head = "GET /short HTTP/1.1\r\nHost: a\r\nConnection: close\r\nA: ";
        await client.send(`${head}${"x".repeat(bytes - head.length - 4)}\r\n\r\n`);
        const answer = await client.read();
        client.close();
        return answer.slice(9, 12);
      };
      assertEquals([await status(most), await status(most + 1)], ["200", "431"]);
    }),
  requestSeconds: (most) =>
    withServer(async ({ port, server }) => {
      const client = await RawClient.open(port);
      await client.send("GET / HTTP/1.1\r\nHo");
      await until(() => server.size === 1);
      server.pass(most - 1);
      assertEquals(server.size, 1);
      server.pass(2);
      assertEquals(await client.read(), "");
      client.close();
    }),
  idleSeconds: (most) =>
    withServer(async ({ port, server }) => {
      const client = await RawClient.open(port);
      await client.send(REQUEST);
      await client.read((text) => text.endsWith("0\r\n\r\n"));
      server.pass(most - 1);
      await client.send(REQUEST);
      await client.read((text) => text.endsWith("0\r\n\r\n"));
      server.pass(most + 1);
      assertEquals(await client.read(), "");
      client.close();
    }),
  unreadSeconds: (most) =>
    withServer(async ({ port, server, sent }) => {
      const client = await RawClient.open(port);
      await client.send(REQUEST.replace("/short", "/endless"));
      let before = -1;
      await until(() => {
        const same = before === sent() && before > 1 << 20;
        before = sent();
        return same;
      });
      server.pass(most - 1);
      assertEquals(server.size, 1);
      server.pass(2);
      await until(() => server.size === 0);
      client.close();
    }),
  editorMessage(most) {
    const said: string[] = [];
    const frames = new FrameSplitter({ pass: () => said.push("passed"), problem: (text) => said.push(text) });
    frames.take(new TextEncoder().encode(`Content-Length: ${most}\r\n\r\n`));
    frames.take(new Uint8Array(most));
    frames.take(new TextEncoder().encode(`Content-Length: ${most + 1}\r\n\r\n`));
    frames.take(new Uint8Array(most + 1));
    assertEquals(said, [
      "passed",
      "passed",
      `A message of ${most + 1} bytes was ignored: the limit is ${most}`,
    ]);
  },
  editorText(most) {
    const isLong = (length: number): boolean =>
      isTooLong(TextDocument.create("file:///a.qry", "quarry", 1, "x".repeat(length)));
    assertEquals([isLong(most), isLong(most + 1)], [false, true]);
  },
  messageBytes(most) {
    const answered = (bytes: number): string => {
      let found = "";
      const lines = new MessageLines({
        message: () => found = "message",
        refuse: (answer) => found = answer,
      });
      const text = '{"jsonrpc":"2.0","id":5,"method":"'.padEnd(bytes - 2, "x");
      lines.take(new TextEncoder().encode(`${text}"}\n`));
      return found;
    };
    assertEquals(answered(most), "message");
    assertStringIncludes(
      answered(most + 1),
      `"id":5,"error":{"code":-32600,"message":"A message may have at most`,
    );
  },
  sentSource: (most) =>
    withFolder(async (folder) => {
      const shown = async (bytes: number): Promise<boolean> => {
        await Deno.writeTextFile(`${folder}/a.c`, "");
        await Deno.truncate(`${folder}/a.c`, bytes);
        const bench = await TestWorkbench.open({ a: SAMPLE }, { sources: await sourcesIn(folder) });
        return (await bench.answer<SourceAnswer>("source", { file: "a.c" })).lines !== null;
      };
      assertEquals([await shown(most), await shown(most + 1)], [true, false]);
    }),
  uploadBytes(most) {
    const uploads = new Uploads();
    const piece = new Uint8Array(most / 1024);
    let file: string | null = null;
    // The same memory each time: only the sum of the lengths counts.
    for (let at = 0; at < 1024; at++) file = uploads.add(piece, file);
    assertEquals(typeof file, "string");
    assertEquals(uploads.add(new Uint8Array(1), null), null);
    uploads.drop(file!);
    assertEquals(typeof uploads.add(new Uint8Array(1), null), "string");
  },
  async requestBytes(most) {
    const bench = await TestWorkbench.open({ a: SAMPLE });
    const sent = async (bytes: number): Promise<number> => {
      const body = JSON.stringify({ text: "" });
      const { status } = await bench.ask("tokens", body.slice(0, -1) + " ".repeat(bytes - body.length) + "}");
      return status;
    };
    assertEquals([await sent(most), await sent(most + 1)], [200, 413]);
  },
};
