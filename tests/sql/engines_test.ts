/**
 * Engines that are missing, of another version, slow or cancelled: the messages of Quarry, and what reaches the engine.
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { duckDbStarter } from "../../src/cli/duckdb/start.ts";
import { EngineError, type SqlEngine } from "../../src/sql/engines/engine.ts";
import { openEngine } from "../../src/sql/engines/registry.ts";
import type { ProgramWatch } from "../../src/sql/engines/engine_settings.ts";

const COLUMNS = [{ name: "n", type: "u64", display: "plain" }] as const;
const SQL = "WITH\n  a AS (SELECT 1 AS n, 0 AS _row)\nSELECT n\nFROM a\nORDER BY _row";

/** A fake ClickHouse server; it answers a statement once `statement()` resolves. */
async function withServer(
  version: string,
  work: (url: string, asked: readonly string[]) => Promise<void>,
  { statement, killed, rows = '["18446744073709551615"]\n' }: {
    statement?: () => Promise<void>;
    killed?: () => void;
    rows?: string;
  } = {},
): Promise<void> {
  const asked: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const sql = await request.text();
    asked.push(sql);
    if (sql === "SELECT version()") return new Response(`${version}\n`);
    if (sql.startsWith("SELECT read_rows")) return new Response("0.25\n");
    if (sql.startsWith("KILL")) {
      killed?.();
      return new Response("");
    }
    await statement?.();
    return new Response(rows);
  });
  try {
    await work(`http://127.0.0.1:${server.addr.port}`, asked);
  } finally {
    await server.shutdown();
  }
}

Deno.test("ClickHouse reports progress, and cancels a statement that is no longer needed", async () => {
  const told = Promise.withResolvers<void>(), killed = Promise.withResolvers<void>();
  let statement = (): Promise<void> => told.promise;
  await withServer("26.7.2.1", async (server, asked) => {
    const engine = await openEngine("clickhouse", { server });
    const parts: number[] = [];
    const table = await engine.run(SQL, COLUMNS, {
      progress(part) {
        parts.push(part);
        told.resolve();
      },
    });
    assertEquals(table.value(0, 0), 18446744073709551615n);
    assertEquals([...new Set(parts)], [0.25]);
    const stop = new AbortController();
    const reason = new Error("Ctrl-C");
    statement = () => {
      stop.abort(reason);
      return killed.promise;
    };
    assertEquals(await assertRejects(() => engine.run(SQL, COLUMNS, { signal: stop.signal })), reason);
    await killed.promise;
    assert(asked.some((sql) => sql.startsWith("KILL QUERY WHERE query_id = ")), asked.join("\n"));
  }, { statement: () => statement(), killed: killed.resolve });
});

Deno.test("a ClickHouse that is too old is refused with one line", async () => {
  await withServer("23.8.1.2992", async (server) => {
    const error = await assertRejects(() => openEngine("clickhouse", { server }), EngineError);
    assertEquals(error.message, `ClickHouse at ${server} has version 23.8.1.2992; 25.1 or newer is needed`);
  });
});

Deno.test({
  name:
    "ClickHouse on this machine is reachable with permission only for its addresses, as in the compiled program",
  permissions: { net: ["127.0.0.1"], env: "inherit", read: "inherit", write: "inherit" },
  async fn() {
    await withServer("26.7.2.1", async (server, asked) => {
      const { port } = new URL(server);
      await openEngine("clickhouse", { server: `http://localhost:${port}` });
      assertEquals(asked, ["SELECT version()"]);
    });
    const other = { server: "http://clickhouse.example:8123" };
    const error = await assertRejects(() => openEngine("clickhouse", other), EngineError);
    assertEquals(
      error.message,
      `Cannot reach ClickHouse at ${other.server}: Quarry may not use the network without --allow-net; ` +
        "--server URL selects another one",
    );
  },
});

/** A fake `spark-sql` of a version. */
function sparkSql(
  version: string,
  calls: (readonly string[])[] = [],
  stdout = '{"c0":"18446744073709551615"}\n',
) {
  return (_: string, args: readonly string[], { said }: ProgramWatch = {}) => {
    calls.push(args);
    if (args[0] === "--version") {
      return Promise.resolve({ success: true, stdout: "", stderr: `Welcome to\n   version ${version}\n` });
    }
    said?.("\r[Stage 0:>      (0 + 2) / 4]\r[Stage 0:=====>  (3 + 1) / 4]");
    return Promise.resolve({ success: true, stdout, stderr: "" });
  };
}

Deno.test("Spark reports progress", async () => {
  const calls: (readonly string[])[] = [];
  const engine = await openEngine("spark", { server: undefined, run: sparkSql("4.3.0", calls) });
  const parts: number[] = [];
  const table = await engine.run(SQL, COLUMNS, { progress: (part) => parts.push(part) });
  assertEquals(table.value(0, 0), 18446744073709551615n);
  assertEquals(parts, [0.75]);
  assert(calls[1]!.at(-1)!.includes("to_json"));
});

Deno.test("an empty result has its columns on every engine", async () => {
  const two = [...COLUMNS, { name: "t", type: "text", display: "plain" }] as const;
  const none = async (engine: SqlEngine, sql: string): Promise<void> => {
    const table = await engine.run(sql, two);
    assertEquals([table.rowCount, table.columns.map(({ name }) => name)], [0, ["n", "t"]]);
    engine.close();
  };
  await none(await openEngine("spark", { server: undefined, run: sparkSql("4.3.0", [], "") }), SQL);
  await withServer("26.7.2.1", async (server) => none(await openEngine("clickhouse", { server }), SQL), {
    rows: "",
  });
  const duck = await openEngine("duckdb", { server: undefined, startDuckDb: duckDbStarter() });
  await none(duck, "SELECT 1::UBIGINT AS n, 'a' AS t WHERE false");
});

Deno.test("a Spark that is too old or missing is refused with one line", async () => {
  const old = await assertRejects(
    () => openEngine("spark", { server: undefined, run: sparkSql("3.5.1") }),
    EngineError,
  );
  assertEquals(old.message, "spark-sql is version 3.5.1; 4.0 or newer is needed");
  const server = "spark://127.0.0.1:9";
  const calls: (readonly string[])[] = [];
  const listens = (): Promise<boolean> => Promise.resolve(false);
  const away = await assertRejects(
    () => openEngine("spark", { server, run: sparkSql("4.3.0", calls), listens }),
    EngineError,
  );
  assertEquals(
    away.message,
    `Cannot reach Spark at ${server}: nothing answers there; --server URL selects another one`,
  );
  assertEquals(calls, []);
  const none = await assertRejects(
    () =>
      openEngine("spark", {
        server: undefined,
        run: () => Promise.reject(new Deno.errors.NotFound("No such file")),
      }),
    EngineError,
  );
  assert(none.message.startsWith("Cannot start spark-sql: No such file; it is in the folder bin of Spark 4"));
});
