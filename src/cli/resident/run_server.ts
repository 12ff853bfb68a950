/**
 * The work of `quarry server`: starts or stops a server, shows its status, or runs as the server.
 * @module
 */

import { InputError, UsageError } from "../../base/errors.ts";
import { bytesInWords } from "../../render/cell_text.ts";
import { isAllowed } from "../../ingest/permission.ts";
import { type Arguments, EXIT, type Program } from "../command.ts";
import { millisecondsOption } from "../follow/follow_options.ts";
import type { CliHost } from "../host.ts";
import { connectTo, readServerAddress, type ServerConnection } from "./client.ts";
import { MessageKind } from "./messages.ts";
import { serverFolder, versionOfProgram } from "./server_address.ts";
import { serveQueries, type ServerStatus } from "./server.ts";

/** Longest time that a server takes to start. */
const LONGEST_START_MS = 10_000;
const LOOK_MS = 20;
const USUAL_IDLE_MS = 30 * 60_000;

/** The actions by name; `run` is the server itself. */
export const SERVER_ACTIONS: Readonly<
  Record<string, (host: CliHost, args: Arguments, program: Program) => Promise<number>>
> = { start: startServer, stop, status, run };

async function startServer(host: CliHost, args: Arguments): Promise<number> {
  idleTime(args);
  requireServerFolder(host);
  const before = await askServer({ status: true });
  if (before) {
    await host.stdout.write(`The server is already running, as process ${before.pid}\n`);
    return EXIT.ok;
  }
  if (!isAllowed({ name: "run" })) {
    throw new UsageError("Cannot start a server: Quarry may not start programs without --allow-run");
  }
  const options = ["idle", "memory", "threads"].flatMap((name) => {
    const value = args.value(name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  new Deno.Command(Deno.execPath(), {
    args: [...runtimeArguments(), "server", "run", ...options],
    stdin: "null",
    stdout: "null",
    stderr: "null",
    detached: true,
  }).spawn().unref();
  for (let waited = 0; waited < LONGEST_START_MS; waited += LOOK_MS) {
    const now = await askServer({ status: true });
    if (now) {
      await host.stdout.write(`The server is running as process ${now.pid}\n`);
      return EXIT.ok;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new InputError('The server did not start: "quarry server run" says why', "", "failed");
}

/** The arguments that precede those of the program when Deno starts it. */
function runtimeArguments(): string[] {
  return Deno.build.standalone ? [] : ["run", "-A", "--no-prompt", Deno.mainModule];
}

async function stop(host: CliHost): Promise<number> {
  const last = await askServer({ stop: true });
  await host.stdout.write(last ? `Stopped process ${last.pid}\n` : "No server is running\n");
  return EXIT.ok;
}

async function status(host: CliHost): Promise<number> {
  const now = await askServer({ status: true });
  if (!now) {
    await host.stdout.write('No server is running: "quarry server start"\n');
    return EXIT.ok;
  }
  await host.stdout.write(
    `process    ${now.pid}\n` +
      `queries    ${now.answered} answered, ${now.declined} left to the caller\n` +
      `traces     kept for ${now.sessions} ${now.sessions === 1 ? "command" : "commands"}, ${
        bytesInWords(now.bytes)
      }\n` +
      `idle       ends ${Math.ceil(now.idleMs / 60_000)} min after the last query\n`,
  );
  return EXIT.ok;
}

async function run(host: CliHost, args: Arguments, program: Program): Promise<number> {
  const folder = requireServerFolder(host);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  if (Deno.build.os !== "windows") await Deno.chmod(folder, 0o700);
  await serveQueries(host, `${folder}/${versionOfProgram()}`, { idleMs: idleTime(args), program });
  return EXIT.ok;
}

/** Asks the server for its status; undefined if no server is running. */
async function askServer(
  wanted: { readonly status: true } | { readonly stop: true },
): Promise<ServerStatus | undefined> {
  const place = readServerAddress(versionOfProgram()!);
  if (!place) return undefined;
  let server: ServerConnection | undefined;
  try {
    server = await connectTo(place);
    for await (const { kind, payload } of server.ask(wanted)) {
      if (kind === MessageKind.Status) return JSON.parse(new TextDecoder().decode(payload));
    }
  } catch {
    // The server's process has already ended.
  } finally {
    server?.close();
  }
  return undefined;
}

function requireServerFolder(host: CliHost): string {
  const folder = serverFolder(host);
  if (folder === undefined) {
    throw new UsageError("Cannot serve without a home directory: set XDG_CACHE_HOME or HOME");
  }
  return folder;
}

function idleTime(args: Arguments): number {
  return millisecondsOption(args, "idle") ?? USUAL_IDLE_MS;
}
