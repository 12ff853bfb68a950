/** A server of one user gives the same answers as the program alone, and nothing fails when it is gone. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { connectTo, queryServer, type ServerConnection } from "../../../src/cli/resident/client.ts";
import { encodeMessage, MessageKind } from "../../../src/cli/resident/messages.ts";
import { proofOfSecret } from "../../../src/cli/resident/server_address.ts";
import type { ServerStatus } from "../../../src/cli/resident/server.ts";
import { atFullEffort } from "../../support/effort.ts";
import { EVERY_FORMAT } from "../../support/every_format.ts";
import { withFolder } from "../../support/temporary.ts";
import { commandWords, type Outcome, outcomeOf, quarry } from "../program.ts";

const ROOT = new URL("../../../", import.meta.url);
const place = (path: string): string => new URL(path, ROOT).pathname;

/** The program with its own caches, which a server and its clients share. */
class Machine {
  readonly folder: string;
  readonly env: Record<string, string>;

  constructor(folder: string) {
    this.folder = folder;
    this.env = { NO_COLOR: "1", XDG_CACHE_HOME: folder };
  }

  /** Runs the program in its own process. */
  async run(args: readonly string[]): Promise<Outcome> {
    const [program, ...words] = commandWords(args);
    const options = {
      cwd: this.folder,
      env: this.env,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    } as const;
    return await outcomeOf(new Deno.Command(program!, { args: words, ...options }));
  }

  /** The answer of the program without a server. */
  async alone(args: readonly string[]): Promise<Outcome> {
    return await quarry(["query", ...args.map((arg) => this.#placed(arg))], {
      env: { ...this.env, QUARRY_CACHE: "off" },
    });
  }

  /** The answer of the server; null if it leaves the query to the client. */
  async ask(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome | null> {
    const question = {
      args: ["query", ...args.map((arg) => this.#placed(arg))],
      folder: this.folder,
      env: { ...Deno.env.toObject(), ...this.env, ...env },
      ...{ stdinIsTerminal: false, stdoutIsTerminal: false, stderrIsTerminal: false },
      ...{ columns: 80, rows: 24, outputFile: "" },
    };
    const outcome = { code: -1, out: "", err: "" };
    for await (const { kind, payload } of this.#said({ question })) {
      if (kind === MessageKind.Declined) return null;
      if (kind === MessageKind.Output) outcome.out += new TextDecoder().decode(payload);
      if (kind === MessageKind.Error) outcome.err += new TextDecoder().decode(payload);
      if (kind === MessageKind.End) outcome.code = payload[0]!;
    }
    return outcome;
  }

  /** The status of the server. */
  async status(): Promise<ServerStatus> {
    for await (const { payload } of this.#said({ status: true })) {
      return JSON.parse(new TextDecoder().decode(payload));
    }
    throw new Error("The server says nothing");
  }

  /** Files with the address of a server. */
  get places(): string[] {
    return [...Deno.readDirSync(`${this.folder}/quarry/server`)].map(({ name }) => name);
  }

  async *#said(wanted: Parameters<ServerConnection["ask"]>[0]): ReturnType<ServerConnection["ask"]> {
    const text = await Deno.readTextFile(`${this.folder}/quarry/server/${this.places[0]}`);
    const server = await connectTo(JSON.parse(text));
    try {
      yield* server.ask(wanted);
    } finally {
      server.close();
    }
  }

  /** Absolute paths of files in the folder, so that the program and the server read the same files. */
  #placed(arg: string): string {
    return arg.replace(/^(\w+=)?(?=[\w]+\.(?:mtrc|supp)$)/, (name) => `${name}${this.folder}/`);
  }
}

/** Command lines, and whether the server answers them. */
const QUESTIONS: readonly (readonly [args: readonly string[], isAnswered: boolean])[] = [
  [["t.mtrc", "-e", "leaks | by func, line | top 5 by bytes"], true],
  [["t.mtrc", "-e", "leaks | by func, line | top 5 by bytes"], true],
  [["a=t.mtrc", "b=t.mtrc", "-e", "by trace"], true],
  [["t.mtrc", "-e", "let big = leaks | where size > 10", "-e", "big | count"], true],
  // A definition of one run is unknown in the next.
  [["t.mtrc", "-e", "big | count"], true],
  [["t.mtrc", "-m", "json", "--limit", "3", "-e", "events"], true],
  [["t.mtrc", "--suppressions", "known.supp", "-e", "leaks | count"], true],
  [["t.mtrc", "-e", "leaks | count"], true],
  [["t.mtrc", "-e", "events"], true],
  [["t.mtrc", "-e", "by fnc"], true],
  [["t.mtrc", "-e", "assert leaks : 'none'"], true],
  [["t.mtrc", "-e", "1 +"], true],
  [["broken.mtrc", "-e", "count", "-e", "problems"], true],
  [["broken.mtrc", "-e", "count", "-e", "problems"], true],
  [["none.mtrc", "-e", "count"], true],
  [["t.mtrc", "-e", "count", "--no-such-option"], false],
  [["t.mtrc", "-e", ".tables"], false],
  [["t.mtrc", "--threads", "1", "-e", "count"], false],
  [["--each", "t.mtrc", "-e", "count"], false],
  [["t.mtrc"], false],
];

Deno.test(
  atFullEffort("a server gives the same answers as the program by itself"),
  () =>
    withFolder(async (folder) => {
      const machine = new Machine(folder);
      const bytes = await Deno.readFile(place(EVERY_FORMAT["mtrc"]!));
      await Deno.writeFile(`${folder}/t.mtrc`, bytes);
      await Deno.writeFile(`${folder}/broken.mtrc`, bytes.subarray(0, bytes.length >> 1));
      await Deno.writeTextFile(`${folder}/known.supp`, "leak:read_word\n");
      assertMatch((await machine.run(["server", "start"])).out, /^The server is running as process \d+\n$/);
      try {
        const file = `${folder}/quarry/server/${machine.places[0]}`;
        assertEquals((await Deno.stat(`${folder}/quarry/server`)).mode! & 0o777, 0o700);
        assertEquals((await Deno.stat(file)).mode! & 0o777, 0o600);
        for (const [args, isAnswered] of QUESTIONS) {
          const answer = await machine.ask(args);
          assertEquals(answer, isAnswered ? await machine.alone(args) : null, args.join(" "));
        }
        const { answered, declined, sessions } = await machine.status();
        assertEquals([answered, declined], [
          QUESTIONS.filter(([, isAnswered]) => isAnswered).length,
          QUESTIONS.filter(([, isAnswered]) => !isAnswered).length,
        ]);
        assert(sessions >= 3);
        // If nothing can be written, the program reports it itself.
        if (Deno.build.os === "linux") {
          const words = commandWords(["query", "t.mtrc", "-e", "events"]).map((word) => `'${word}'`).join(
            " ",
          );
          const options = {
            cwd: machine.folder,
            env: machine.env,
            stdin: "null",
            stdout: "piped",
            stderr: "piped",
          } as const;
          const full = await outcomeOf(
            new Deno.Command("sh", { args: ["-c", `${words} > /dev/full`], ...options }),
          );
          assertEquals(full, {
            code: 1,
            out: "",
            err: "error: Cannot write standard output: no space left on device\n",
          });
        }
        // Another memory budget requires a separate process.
        assertEquals(await machine.ask(["t.mtrc", "-e", "count"], { QUARRY_MEMORY: "64M" }), null);
        // A file that was replaced is read again.
        const question = ["t.mtrc", "-e", "problems | count", "-e", "count"];
        const whole = await machine.ask(question);
        await Deno.writeFile(`${folder}/t.mtrc`, bytes.subarray(0, bytes.length - 40));
        const cut = await machine.ask(question);
        assert(cut?.out !== whole?.out);
        assertEquals(cut, await machine.alone(question));
      } finally {
        assertMatch((await machine.run(["server", "stop"])).out, /^Stopped process \d+\n$/);
      }
      assertEquals((await machine.run(["server", "stop"])).out, "No server is running\n");
      assertEquals(machine.places, []);
    }),
);

Deno.test(
  atFullEffort("queries work after the server is stopped, killed or idle"),
  () =>
    withFolder(async (folder) => {
      const machine = new Machine(folder);
      await Deno.copyFile(place(EVERY_FORMAT["mtrc"]!), `${folder}/t.mtrc`);
      const question = ["query", "t.mtrc", "-e", "leaks | count"];
      const alone = { code: 0, out: "count\n26\n", err: "" };
      await machine.run(["server", "start"]);
      // A busy machine may keep the server from answering in time: then the program answers.
      for (let before = 0; before === 0; before = (await machine.status()).answered) {
        assertEquals(await machine.run(question), alone);
      }
      const { pid } = await machine.status();
      Deno.kill(pid, "SIGSTOP");
      assertEquals(await machine.run(question), alone);
      Deno.kill(pid, "SIGKILL");
      assertEquals(await machine.run(question), alone);
      // The file that it left behind does no harm.
      await machine.run(["server", "start", "--idle", "1s"]);
      assert((await machine.status()).pid !== pid);
      while (machine.places.length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
      assertEquals(await machine.run(question), alone);
    }),
);

const SECRET = "of this test";

/** Behaviours of fake servers, before and after they prove their identity: nobody else sees a query. */
const BEHAVIOURS: Readonly<Record<string, (socket: Deno.Conn, word: string) => Promise<void> | void>> = {
  "says nothing": () => {},
  "is gone": (socket) => socket.close(),
  "is somebody else": async (socket, word) =>
    await say(socket, MessageKind.Proof, await proofOfSecret("another", word)),
  "proves itself and says nothing": prove,
  "declines": async (socket, word) => {
    await prove(socket, word);
    await say(socket, MessageKind.Declined, "");
  },
  "takes it and then declines": async (socket, word) => {
    await prove(socket, word);
    await say(socket, MessageKind.Taken, "");
    await say(socket, MessageKind.Output, "half an answ");
    await say(socket, MessageKind.Declined, "");
  },
  "takes it and is gone": async (socket, word) => {
    await prove(socket, word);
    await say(socket, MessageKind.Taken, "");
    await say(socket, MessageKind.Output, "half an answ");
    socket.close();
  },
  "speaks another language": async (socket) => {
    await socket.write(new TextEncoder().encode("HTTP/1.1 200 OK\r\n\r\n"));
    socket.close();
  },
};

async function say(socket: Deno.Conn, kind: MessageKind, text: string): Promise<void> {
  await socket.write(encodeMessage(kind, new TextEncoder().encode(text)));
}

async function prove(socket: Deno.Conn, word: string): Promise<void> {
  await say(socket, MessageKind.Proof, await proofOfSecret(SECRET, word));
}

/** Everything read from a connection until nothing more arrives for a while, or it ends. */
async function receivedFrom(socket: Deno.Conn): Promise<string> {
  const into = new Uint8Array(1 << 16);
  const read = await socket.read(into).catch(() => null);
  return new TextDecoder().decode(into.subarray(0, read ?? 0));
}

Deno.test("a client answers by itself if there is no server of the same user", () =>
  withFolder(async (folder) => {
    const before = Deno.env.get("XDG_CACHE_HOME");
    Deno.env.set("XDG_CACHE_HOME", folder);
    try {
      const path = `${folder}/quarry/server/test`;
      const question = ["query", "t", "-e", "count"];
      assertEquals(await queryServer(question, "test"), undefined);
      await Deno.mkdir(`${folder}/quarry/server`, { recursive: true });
      for (const text of ["", "{}", '{"port":1,"secret":"x"}', "[".repeat(100_000)]) {
        await Deno.writeTextFile(path, text);
        assertEquals(await queryServer(question, "test"), undefined);
      }
      for (const [name, behave] of Object.entries(BEHAVIOURS)) {
        using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
        await Deno.writeTextFile(path, JSON.stringify({ port: listener.addr.port, secret: SECRET }));
        const heard = listener.accept().then(async (socket) => {
          const { word } = JSON.parse(await receivedFrom(socket));
          await behave(socket, word);
          // The data that a server receives before it has proved its identity.
          const more = await receivedFrom(socket);
          try {
            socket.close();
          } catch {
            // The client has closed the connection.
          }
          return more;
        });
        assertEquals(await queryServer(question, "test"), undefined, name);
        const more = await heard;
        const isProved = /proves|declines|takes/.test(name);
        if (!isProved) assertEquals(more, "", name);
      }
      // Other commands do not contact the server.
      assertEquals(await queryServer(["info", "t"], "test"), undefined);
    } finally {
      if (before === undefined) Deno.env.delete("XDG_CACHE_HOME");
      else Deno.env.set("XDG_CACHE_HOME", before);
    }
  }));
