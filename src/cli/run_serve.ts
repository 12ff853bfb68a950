/**
 * Implements `quarry serve`.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import type { Follower } from "../engine/follow.ts";
import type { Session } from "../engine/session.ts";
import { isAllowed } from "../ingest/permission.ts";
import { systemReason } from "../ingest/system_error.ts";
import { readNamedTrace } from "../library/read_named_trace.ts";
import { removeQuietly } from "../output/temporary_file.ts";
import { registerUnfinished, whenEnded } from "../output/on_exit.ts";
import { isPublicAddress, newToken } from "../serve/guard.ts";
import { Workbench } from "../serve/handler.ts";
import { HttpServer } from "../serve/http/server.ts";
import type { SourceFiles } from "../serve/sources.ts";
import { type Arguments, EXIT } from "./command.ts";
import type { CliHost } from "./host.ts";
import { openSession } from "./run_queries.ts";
import { sourcesIn } from "./source_folder.ts";

const LOOPBACK = "127.0.0.1";
/** The default port. It stays the same, since a browser stores the query history by address. */
const USUAL_PORT = 7237;

/** Serves until Ctrl-C; returns the exit code. */
export async function runServe(host: CliHost, args: Arguments): Promise<number> {
  const address = args.value("listen") ?? LOOPBACK;
  const wanted = portOf(args.value("port"));
  const sources = await sourcesIn(args.value("sources"));
  if (!isAllowed({ name: "net", host: address.includes(":") ? `[${address}]` : address })) {
    throw new UsageError(`Cannot listen on ${address} without --allow-net=${address}`);
  }
  const place = { address, wanted, sources };
  if (!args.has("follow")) return await serve(host, args, await openSession(host, args), place);
  const { withFollowed } = await import("./follow/with_followed.ts");
  return await withFollowed(
    host,
    args,
    (args, session, follower) => serve(host, args, session, { ...place, follower }),
  );
}

/** Where to serve, and what to serve in addition to traces. */
interface ServeOptions {
  readonly address: string;
  /** The port that the user requested. */
  readonly wanted: number | null;
  readonly sources: SourceFiles | null;
  readonly follower?: Follower;
}

async function serve(
  host: CliHost,
  args: Arguments,
  session: Session,
  { address, wanted, sources, follower }: ServeOptions,
): Promise<number> {
  const token = newToken();
  const listener = listen(address, wanted);
  const { port } = listener.addr;
  const door = { token, port, address };
  const leaving = new AbortController();
  const workbench = new Workbench({
    session,
    door,
    sources,
    read: readNamedTrace,
    leaving: leaving.signal,
    ...(follower ? { follower } : {}),
  });
  const server = new HttpServer({
    async accept() {
      const connection = await listener.accept();
      // Send short replies at once instead of waiting for more data.
      connection.setNoDelay(true);
      return connection;
    },
    close: () => listener.close(),
  }, workbench);
  const forget = host.onInterrupt(() => {
    leaving.abort();
    server.stop();
  });
  workbench.prepare();
  const shown = isPublicAddress(address) ? LOOPBACK : address;
  const link = `http://${shown.includes(":") ? `[${shown}]` : shown}:${port}/${token}/`;
  await host.stdout.write(`${link}\n`);
  if (isPublicAddress(address)) {
    await host.stderr.write(
      `Other machines can reach this server at port ${port}: whoever has the token can read the traces, and so can ` +
        "anybody who can read the network traffic, since nothing is encrypted\n",
    );
  }
  const leave = args.has("open") ? await openBrowser(host, link) : () => {};
  await server.finished;
  leave();
  forget();
  await workbench.close();
  await follower?.end(true);
  session.closeAll();
  return EXIT.ok;
}

function listen(hostname: string, port: number | null): Deno.TcpListener {
  try {
    return Deno.listen({ hostname, port: port ?? USUAL_PORT });
  } catch (error) {
    if (port === null && error instanceof Deno.errors.AddrInUse) return Deno.listen({ hostname, port: 0 });
    throw new UsageError(
      `Cannot listen on ${hostname}, port ${port ?? USUAL_PORT}: ${systemReason(error)[1]}`,
    );
  }
}

function portOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new UsageError(`--port needs a number from 0 to 65535, found "${text}"`);
}

/**
 * Opens the page in the user's browser; returns a function that removes the temporary file. If it fails, the user
 * still has the printed address.
 */
async function openBrowser(host: CliHost, link: string): Promise<() => void> {
  const { os } = Deno.build;
  const program = os === "darwin" ? "open" : os === "windows" ? "rundll32" : "xdg-open";
  let leave = (): void => {};
  try {
    if (!isAllowed({ name: "run", command: program })) throw new Error("without --allow-run");
    let args = ["url.dll,FileProtocolHandler", link];
    if (os !== "windows") {
      // All users of the machine can see command lines, so the token must not be part of one.
      const folder = Deno.makeTempDirSync({ prefix: "quarry-" });
      const remove = (): void => void removeQuietly(folder, { recursive: true });
      const settled = [registerUnfinished({ folder }), whenEnded(remove)];
      leave = () => {
        remove();
        for (const each of settled) each();
      };
      const page = `${folder}/workbench.html`;
      Deno.writeTextFileSync(page, pageTo(link), { mode: 0o600, createNew: true });
      args = [page];
    }
    new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "null" }).spawn().unref();
  } catch {
    leave();
    await host.stderr.write(`Cannot start a browser with ${program}: open the address above\n`);
  }
  return leave;
}

/** A page that redirects to another one. */
function pageTo(link: string): string {
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">` +
    `<meta http-equiv="refresh" content="0; url=${link}"><title>Quarry</title><a href="${link}">The workbench</a>\n`;
}
