/** The server of the workbench with clients that are slow, silent, greedy or malformed; over real sockets. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { SERVE_LIMITS } from "../../src/base/limits/serve_limits.ts";
import { byEffort } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { BenchAtPort, RawClient, serveAt } from "./http_support.ts";

/** One connection: sends a text, and returns the complete answer. */
async function exchange(port: number, text: string | Uint8Array): Promise<string> {
  const client = await RawClient.open(port);
  try {
    // A client that is refused early may find the connection closed.
    await client.send(text).catch(() => {});
    return await client.read();
  } finally {
    client.close();
  }
}

async function withBench(use: (bench: BenchAtPort) => Promise<void>): Promise<void> {
  const bench = await BenchAtPort.open();
  try {
    await use(bench);
  } finally {
    await bench.close();
  }
}

/** Checks that the server still answers a valid request. */
async function assertAlive({ host, token }: BenchAtPort): Promise<void> {
  const response = await fetch(`http://${host}/${token}/api/ping`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: "{}",
  });
  assertEquals([response.status, await response.text()], [200, "null"]);
}

Deno.test("requests in any pieces, chunked or pipelined, are answered in order", async () => {
  await withBench(async (bench) => {
    const ask = (text: string): string => {
      const body = JSON.stringify({ text });
      return bench.head("tokens", `Content-Length: ${body.length}\r\n\r\n`) + body;
    };
    const body = JSON.stringify({ text: "leaks" });
    const chunked = bench.head("tokens", "Transfer-Encoding: chunked\r\n\r\n") +
      `5;x=y\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${
        body.slice(5)
      }\r\n0\r\nA: b\r\n\r\n`;
    const all = `\r\n${ask("leaks")}${chunked}${ask("events | count")}` +
      `GET /${bench.token}/style.css HTTP/1.1\r\nHost: ${bench.host}\r\nConnection: close\r\n\r\n`;
    const whole = await exchange(bench.port, all);
    assertEquals(whole.match(/HTTP\/1\.1 200 OK/g)?.length, 4);
    assertEquals(whole.match(/\[\[0,5,"source"\]\]/g)?.length, 2);
    assert(whole.endsWith("\r\n0\r\n\r\n"));
    const client = await RawClient.open(bench.port);
    for (let at = 0; at < all.length; at += 7) await client.send(all.slice(at, at + 7));
    assertEquals(await client.read(), whole);
    client.close();
  });
});

Deno.test("an HTTP/1.0 request is answered and its connection closed, and Expect: 100-continue is honoured", async () => {
  await withBench(async (bench) => {
    const old = await exchange(
      bench.port,
      bench.head("ping", "Content-Length: 2\r\n\r\n").replace("HTTP/1.1", "HTTP/1.0") + "{}",
    );
    assertMatch(old, /^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n\r\nnull$/);
    const client = await RawClient.open(bench.port);
    await client.send(
      bench.head("ping", "Content-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n"),
    );
    assertEquals(await client.read((text) => text.endsWith("\r\n\r\n")), "HTTP/1.1 100 Continue\r\n\r\n");
    await client.send("{}");
    assertStringIncludes(await client.read(), "200 OK");
    client.close();
  });
});

Deno.test("malformed and ambiguous HTTP requests are rejected, and the connection is closed", async () => {
  await withBench(async (bench) => {
    const { host, token } = bench;
    const get = (head: string, more = ""): string => `${head}\r\nHost: ${host}\r\n${more}\r\n`;
    const path = `/${token}/`;
    const wrong: readonly (readonly [text: string, status: number])[] = [
      ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400],
      [get(`GET ${path}`), 400],
      [get(`GET  ${path} HTTP/1.1`), 400],
      [get(`GET ${path} HTTP/2.0`), 505],
      [get(`GET http://${host}${path} HTTP/1.1`), 400],
      [get(`G@T ${path} HTTP/1.1`), 400],
      [get(`TRACE ${path} HTTP/1.1`), 405],
      [get(`CONNECT ${path} HTTP/1.1`), 405],
      [`GET ${path} HTTP/1.1\r\n\r\n`, 400],
      [get(`GET ${path} HTTP/1.1`, `Host: ${host}\r\n`), 400],
      [get(`GET ${path} HTTP/1.1`, "No colon\r\n"), 400],
      [get(`GET ${path} HTTP/1.1`, " folded: x\r\n"), 400],
      [get(`GET ${path} HTTP/1.1`, "A : b\r\n"), 400],
      [get(`GET ${path} HTTP/1.1`, "A: \x01\r\n"), 400],
      [get(`POST ${path}api/ping HTTP/1.1`, "Content-Length: -5\r\n"), 400],
      [get(`POST ${path}api/ping HTTP/1.1`, "Content-Length: abc\r\n"), 400],
      [get(`POST ${path}api/ping HTTP/1.1`, "Content-Length: 2\r\nContent-Length: 3\r\n"), 400],
      [get(`POST ${path}api/ping HTTP/1.1`, "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"), 400],
      [get(`POST ${path}api/ping HTTP/1.1`, "Transfer-Encoding: gzip, chunked\r\n"), 400],
      [bench.head("ping", "Transfer-Encoding: chunked\r\n\r\nzz\r\n"), 400],
      [bench.head("ping", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}x\r\n"), 400],
      [bench.head("ping", `Transfer-Encoding: chunked\r\n\r\n${"1".repeat(1000)}`), 400],
      [bench.head("ping", "Transfer-Encoding: chunked\r\n\r\nfffffff\r\n"), 413],
      [bench.head("ping", `Transfer-Encoding: chunked\r\n\r\n0\r\n${"A: b\r\n".repeat(20)}`), 400],
    ];
    for (const [text, status] of wrong) {
      const answer = await exchange(bench.port, text);
      assertStringIncludes(answer, `HTTP/1.1 ${status} `, JSON.stringify(text));
      assertEquals(answer.match(/HTTP\/1\.1 \d/g)?.length, 1, JSON.stringify(text));
    }
    await assertAlive(bench);
  });
});

Deno.test("a request without the token is closed at once, and its announced body is not read", async () => {
  await withBench(async (bench) => {
    for (const more of ["Content-Length: 1000000\r\n", "Transfer-Encoding: chunked\r\n"]) {
      const start = performance.now();
      const answer = await exchange(
        bench.port,
        `POST /x/api/run HTTP/1.1\r\nHost: ${bench.host}\r\n${more}\r\n`,
      );
      assertMatch(answer, /^HTTP\/1\.1 403 /);
      assert(performance.now() - start < SERVE_LIMITS.requestSeconds.most * 1000);
    }
    // With the token, a request that is too long is refused before its body arrives.
    const long = bench.head("ping", `Content-Length: ${SERVE_LIMITS.requestBytes.most + 1}\r\n\r\n`);
    assertMatch(await exchange(bench.port, long), /^HTTP\/1\.1 413 /);
    await assertAlive(bench);
  });
});

Deno.test("an endless header is refused", async () => {
  await withBench(async (bench) => {
    const endless = `GET / HTTP/1.1\r\nX: ${"x".repeat(1 << 20)}`;
    assertMatch(await exchange(bench.port, endless), /^HTTP\/1\.1 431 /);
    await assertAlive(bench);
  });
});

Deno.test("many idle connections or incomplete headers do not block other clients", async () => {
  await withBench(async (bench) => {
    const idle: RawClient[] = [];
    for (let at = 0; at < SERVE_LIMITS.connections.most + 20; at++) {
      const client = await RawClient.open(bench.port);
      idle.push(client);
      if (at % 2 === 0) await client.send("GET / HTTP/1.1\r\nHo").catch(() => {});
    }
    await assertAlive(bench);
    assert(bench.server.size <= SERVE_LIMITS.connections.most, String(bench.server.size));
    for (const each of idle) each.close();
  });
});

Deno.test("waiting connections without the token are closed first", async () => {
  await withBench(async (bench) => {
    const known = await RawClient.open(bench.port);
    const ask = async (): Promise<string> => {
      await known.send(`${bench.head("ping", "Content-Length: 2\r\n\r\n")}{}`).catch(() => {});
      return await known.read((text) => text.endsWith("0\r\n\r\n"));
    };
    assertStringIncludes(await ask(), "200 OK");
    const others: RawClient[] = [];
    for (let at = 0; at < SERVE_LIMITS.connections.most + 5; at++) {
      others.push(await RawClient.open(bench.port));
    }
    await assertAlive(bench);
    assertStringIncludes(await ask(), "200 OK");
    for (const each of [known, ...others]) each.close();
  });
});

Deno.test("an answer stops when its client disconnects", async () => {
  const cancelled = Promise.withResolvers<void>();
  const endless = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      async pull(controller) {
        await new Promise((go) => setTimeout(go, 1));
        controller.enqueue(new Uint8Array(1000));
      },
      cancel: () => cancelled.resolve(),
    });
  const { server, port } = serveAt(() => ({
    refuse: () => null,
    answer: () => Promise.resolve(new Response(endless())),
  }));
  const client = await RawClient.open(port);
  await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await client.read((text) => text.length > 5000);
  client.close();
  await cancelled.promise;
  server.stop();
  await server.finished;
});

Deno.test("stopping waits for an answer in progress, but not for idle clients", async () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { server, port } = serveAt(() => ({
    refuse: () => null,
    async answer(request) {
      if (request.url.endsWith("/never")) await released.promise;
      else {
        begun.resolve();
        await new Promise((go) => setTimeout(go, 100));
      }
      return new Response("done");
    },
  }));
  const [soon, never, silent] = [
    await RawClient.open(port),
    await RawClient.open(port),
    await RawClient.open(port),
  ];
  await never.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n");
  await soon.send("GET /soon HTTP/1.1\r\nHost: a\r\n\r\n");
  await begun.promise;
  server.stop();
  assertStringIncludes(await soon.read(), "done");
  assertEquals(await silent.read(), "");
  // The handler here still waits for the answer that never comes.
  await server.finished;
  assertEquals(await never.read(), "");
  released.resolve();
  for (const each of [soon, never, silent]) each.close();
});

Deno.test("random bytes are refused or ignored, and the server continues", async () => {
  await withBench(async (bench) => {
    const random = new Random(7);
    const sound = bench.head("tokens", 'Content-Length: 16\r\nConnection: close\r\n\r\n{"text":"leaks"}');
    for (let round = byEffort(300, 20); round > 0; round--) {
      const bytes = new TextEncoder().encode(sound);
      for (let left = 1 + random.below(6); left > 0; left--) {
        bytes[random.below(bytes.length)] = random.below(256);
      }
      const client = await RawClient.open(bench.port);
      await client.send(bytes.subarray(0, 1 + random.below(bytes.length))).catch(() => {});
      await client.send("\r\n\r\n").catch(() => {});
      client.close();
    }
    await assertAlive(bench);
  });
});
