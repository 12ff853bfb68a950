/**
 * A screen as tmux shows it: shells move the cursor, so their output is not plain text.
 * @module
 */

/** A machine may have much else to do. */
const PATIENCE_MS = 60_000;
const BETWEEN_LOOKS_MS = 25;
const LOOKS_PER_KEY = 80;
let count = 0;

/** One program on a screen of its own. */
export class Tmux {
  readonly #name = `quarry-test-${Deno.pid}-${count++}`;

  /** Starts a command line; `end()` has to be called. */
  static async start(line: string, options: { cwd: string; env: Record<string, string> }): Promise<Tmux> {
    const screen = new Tmux();
    const variables = Object.entries(options.env).map(([name, value]) => `${name}=${value}`);
    await screen.#tmux(
      "new-session",
      "-d",
      "-x",
      "110",
      "-y",
      "40",
      "-c",
      options.cwd,
      "env",
      ...variables,
      "sh",
      "-c",
      line,
    );
    return screen;
  }

  /** Types text as it is. */
  async type(text: string): Promise<void> {
    await this.#tmux("send-keys", "-l", "--", text);
  }

  /** Presses a key by name, such as `Tab` or `C-c`. */
  async press(key: string): Promise<void> {
    await this.#tmux("send-keys", key);
  }

  /** The rows of the screen, without blanks at their ends and empty rows. */
  async rows(): Promise<string[]> {
    const text = await this.#tmux("capture-pane", "-p");
    return text.split("\n").map((row) => row.trimEnd()).filter((row) => row !== "");
  }

  /** Waits until the screen is as wanted; `key` is pressed now and then, for programs that may miss it. */
  async until(wanted: (rows: string[]) => boolean, what: string, key?: string): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    for (let looks = 0;; looks++) {
      if (key !== undefined && looks % LOOKS_PER_KEY === 0) await this.press(key);
      const rows = await this.rows();
      if (wanted(rows)) return;
      if (Date.now() > end) throw new Error(`Waited for ${what}, shown is:\n${rows.join("\n")}`);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
    }
  }

  /** Ends the program. */
  async end(): Promise<void> {
    await this.#tmux("kill-server").catch(() => {});
  }

  async #tmux(...args: string[]): Promise<string> {
    const { success, stdout, stderr } = await new Deno.Command("tmux", {
      args: ["-L", this.#name, "-f", "/dev/null", ...args],
      env: { TERM: "xterm-256color", LC_ALL: "C.UTF-8" },
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  }
}
