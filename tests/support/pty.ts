/**
 * A command line in a real terminal, by `script` of util-linux.
 * @module
 */

/** The machine may be busy with other work. */
const PATIENCE_MS = 60_000;

// deno-lint-ignore no-control-regex
const ESCAPE = /\x1b(?:\[[\d;?<>=]*[ -\/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()]\w|[=>78])/g;

/** A terminal with a running command line. */
export class Pty {
  readonly #child: Deno.ChildProcess;
  readonly #keys: WritableStreamDefaultWriter<Uint8Array>;
  #screen = "";
  #seen = 0;
  #ended: Promise<void>;
  #wake: () => void = () => {};

  /** Runs a command line in a shell. */
  constructor(line: string, options: Pick<Deno.CommandOptions, "cwd" | "env" | "clearEnv"> = {}) {
    const { env = {}, ...rest } = options;
    this.#child = new Deno.Command("script", {
      args: ["-qec", `stty rows 24 cols 80; ${line}`, "/dev/null"],
      ...rest,
      env: {
        TERM: "xterm-256color",
        SHELL: "/bin/sh",
        PATH: Deno.env.get("PATH") ?? "/bin:/usr/bin",
        ...env,
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#keys = this.#child.stdin.getWriter();
    this.#ended = this.#read();
  }

  async #read(): Promise<void> {
    for await (const text of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      this.#screen += text;
      this.#wake();
    }
    this.#seen = -1;
    this.#wake();
  }

  /** Presses keys. */
  async type(keys: string): Promise<void> {
    await this.#keys.write(new TextEncoder().encode(keys));
  }

  /** Waits until this is shown, after the previous match. */
  async waitFor(wanted: RegExp): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const from = Math.max(0, this.#seen);
      const found = wanted.exec(this.#plain.slice(from));
      if (found) {
        if (this.#seen >= 0) this.#seen = from + found.index + found[0].length;
        return;
      }
      const left = end - Date.now();
      if (left <= 0 || this.#seen < 0) throw new Error(`Waited for ${wanted}, shown is: ${this.#plain}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Waits for the command line to end; returns all output. */
  async end(): Promise<string> {
    await this.#ended;
    await this.#keys.close().catch(() => {});
    await this.#child.status;
    return this.#plain;
  }

  /** Waits for the command line to end; returns all output unchanged, with escape sequences. */
  async raw(): Promise<string> {
    await this.end();
    return this.#screen;
  }

  /** The output without escape sequences. */
  get #plain(): string {
    return this.#screen.replace(ESCAPE, "");
  }
}
