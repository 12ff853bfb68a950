/** A real terminal for tests: the program runs in tmux, keys go in, and the screen can be read. */
import { GUARDED } from "../support/guards/guarded.ts";
import { fail } from "@std/assert";
import { type Tool, withTools } from "../support/programs.ts";
import { atFullEffort } from "../support/effort.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
/** A machine with other work needs more time. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 40;
const LOOKS_PER_KEY = 50;
/** Longer than the prompt waits before it reports errors in unfinished text. */
const SETTLED_MS = 1500;
const CONFIGURATION = `
set -g default-terminal tmux-256color
set -sg escape-time 0
set -g status off
set -g history-limit 5000
`;

/** Differences from an 80 by 24 terminal at the root of the repository. */
export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** Folder that the program runs in. */
  readonly folder?: string;
  /** Variables of its environment; an empty text removes one. */
  readonly env?: Readonly<Record<string, string>>;
  /** Permissions for the program; all of them by default. */
  readonly permissions?: readonly string[];
  /** Background of the terminal, which it reports on request. */
  readonly background?: string;
  /** Folder for configuration, history and cache; a new one by default. */
  readonly home?: string;
}

/** A test in a real terminal, which may need other tools, too; a report names the file that calls `Deno.test()`. */
export function terminalTest(
  name: string,
  run: () => Promise<void>,
  tools: readonly Tool[] = [],
): Deno.TestDefinition {
  return { ...withTools(["tmux", ...tools], name), fn: run };
}

/**
 * A test in a real terminal that runs at full effort only: each takes a second or more, and tests of `repl` in a
 * scripted terminal check the same.
 */
export function longTerminalTest(
  name: string,
  run: () => Promise<void>,
  tools: readonly Tool[] = [],
): Deno.TestDefinition {
  return { ...atFullEffort(name, ["tmux", ...tools]), fn: run };
}

/** A terminal with the running program, until the end of its block. */
export async function inTerminal(
  args: readonly string[],
  options: TerminalOptions = {},
): Promise<TmuxTerminal> {
  const { permissions = ["-A", ...GUARDED] } = options;
  return await commandInTerminal(
    [Deno.execPath(), "run", ...permissions, `${ROOT}cli.ts`, ...args],
    options,
  );
}

/** A terminal with a running command, such as a shell. */
export async function commandInTerminal(
  command: readonly string[],
  options: TerminalOptions,
): Promise<TmuxTerminal> {
  const terminal = new TmuxTerminal(options);
  try {
    await terminal.start(command, options);
  } catch (error) {
    await terminal[Symbol.asyncDispose]();
    throw error;
  }
  return terminal;
}

/** A terminal with a program in it. */
export class TmuxTerminal implements AsyncDisposable {
  /** Folder with configuration, state and cache. */
  readonly home: string;
  readonly #ownHome: boolean;
  /** The name of a separate tmux server, which leaves nothing behind. */
  readonly #socket: string;
  #size: { readonly columns: number; readonly rows: number };

  /** Creates the terminal; nothing runs yet. */
  constructor({ home, columns = 80, rows = 24 }: TerminalOptions) {
    this.#ownHome = home === undefined;
    this.home = home ?? Deno.makeTempDirSync({ prefix: "quarry-terminal-" });
    this.#socket = `${this.home}/tmux-${crypto.randomUUID().slice(0, 8)}`;
    this.#size = { columns, rows };
  }

  /** Starts a command; when it ends, its exit code is on the screen. */
  async start(command: readonly string[], options: TerminalOptions): Promise<void> {
    const configuration = `${this.home}/tmux.conf`;
    const style = options.background === undefined ? "" : `set -g window-style "bg=${options.background}"\n`;
    await Deno.writeTextFile(configuration, CONFIGURATION + style);
    await this.#timeNothing();
    const { columns, rows } = this.#size;
    const variables = Object.entries(options.env ?? {}).map(([name, value]) =>
      value === "" ? `-u${name}` : `${name}=${value}`
    );
    await this.#tmux(
      ["-f", configuration, "new-session", "-d", "-s", "test", "-x", `${columns}`, "-y", `${rows}`],
      ["-c", options.folder ?? ROOT],
      // Removed variables must come first.
      [
        "env",
        ...variables.sort((left, right) => Number(right.startsWith("-")) - Number(left.startsWith("-"))),
      ],
      // The pane stays after the program has ended, to show what it left behind.
      ["sh", "-c", 'trap : INT; "$@"; printf "exit %s\\n" $?; exec cat', "sh", ...command],
    );
  }

  /**
   * Stops the prompt from showing times, which a slow machine adds to the screen; a test with its own settings does
   * that itself.
   */
  async #timeNothing(): Promise<void> {
    const folder = `${this.home}/config/quarry`;
    await Deno.mkdir(folder, { recursive: true });
    try {
      await Deno.writeTextFile(`${folder}/replrc`, ".timer off\n", { createNew: true });
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }

  /** Types letters like a user: none of them is the name of a key. Waits until the screen shows a text. */
  async type(text: string, shows?: string | RegExp): Promise<void> {
    await this.#tmux(["send-keys", "-t", "test", "-l", "--", text]);
    if (shows !== undefined) await this.until(shows);
  }

  /** Presses keys by their tmux names: `C-r`, `Up Up Enter`. Waits until the screen shows a text. */
  async press(keys: string, shows?: string | RegExp): Promise<void> {
    await this.#tmux(["send-keys", "-t", "test", "--", ...keys.split(" ")]);
    if (shows !== undefined) await this.until(shows);
  }

  /** Presses a key until the screen matches: a busy program may miss it. */
  async pressUntil(key: string, wanted: string | RegExp): Promise<void> {
    let looks = 0;
    await this.untilTrue(String(wanted), async () => {
      if (looks++ % LOOKS_PER_KEY === 0) await this.press(key);
      return shows(await this.screen(), wanted);
    });
  }

  /** Types a line and ends it. Waits until the screen shows a text. */
  async enter(line: string, shows?: string | RegExp): Promise<void> {
    await this.type(line);
    await this.press("Enter");
    if (shows !== undefined) await this.until(shows);
  }

  /** Pastes like a terminal with bracketed paste. */
  async paste(text: string): Promise<void> {
    await this.#tmux(["set-buffer", "-b", "test", "--", text]);
    await this.#tmux(["paste-buffer", "-p", "-r", "-b", "test", "-t", "test"]);
  }

  /** Changes the size of the window. */
  async resize(columns: number, rows: number): Promise<void> {
    this.#size = { columns, rows };
    await this.#tmux(["resize-window", "-t", "test", "-x", `${columns}`, "-y", `${rows}`]);
  }

  /** The screen, without white space at the ends. */
  async screen(): Promise<string> {
    return tidy(await this.#tmux(["capture-pane", "-p", "-t", "test"]));
  }

  /** The screen with the escape sequences of its colours. */
  async coloredScreen(): Promise<string> {
    return tidy(await this.#tmux(["capture-pane", "-p", "-e", "-t", "test"]));
  }

  /** The screen with the lines that have scrolled off at the top. */
  async scrolledScreen(): Promise<string> {
    return tidy(await this.#tmux(["capture-pane", "-p", "-S", "-", "-t", "test"]));
  }

  /** Cursor and screen at the same time: between two calls of tmux the program may continue. */
  async #cursorAndScreen(): Promise<{ cursor: readonly [column: number, row: number]; screen: string }> {
    const text = await this.#tmux(
      ["display-message", "-p", "-t", "test", "#{cursor_x},#{cursor_y}", ";"],
      ["capture-pane", "-p", "-t", "test"],
    );
    const [cursor = "", ...rows] = text.split("\n");
    const [column = 0, row = 0] = cursor.split(",").map(Number);
    return { cursor: [column, row], screen: tidy(rows.join("\n")) };
  }

  /** Waits until the screen matches; returns it. */
  async until(
    wanted: string | RegExp | ((screen: string) => boolean),
    what = String(wanted),
  ): Promise<string> {
    const fits = typeof wanted === "function" ? wanted : (screen: string) => shows(screen, wanted);
    let last = "";
    await patiently(async () => {
      last = await this.screen();
      // Nothing more is expected after the end.
      return fits(last) || /^exit \d+$/m.test(last);
    });
    return fits(last) ? last : fail(`The screen never had ${what}:\n${last}`);
  }

  /** Waits until a condition holds. */
  async untilTrue(what: string, ask: () => Promise<boolean>): Promise<void> {
    if (!await patiently(ask)) fail(`Never came true: ${what}\n${await this.screen()}`);
  }

  /** Waits for the prompt with the cursor after it, at the end of the screen. */
  async prompt(): Promise<string> {
    return await this.until(/(^|\n)[^\n ]+>$/, "a prompt at its end");
  }

  /** Compares the screen with `screens/NAME.txt`, as soon as it can; with `--update` writes it. */
  async looks(name: string, even: (screen: string) => string = (screen) => screen): Promise<void> {
    const path = new URL(`screens/${name}.txt`, import.meta.url);
    const shown = async (): Promise<string> => {
      const { cursor: [column, row], screen } = await this.#cursorAndScreen();
      const evened = even(screen);
      // If a row was removed, the cursor is higher.
      const gone = screen.split("\n").length - evened.split("\n").length;
      return `${evened}\n-- cursor ${column},${row - gone}\n`;
    };
    if (Deno.args.includes("--update")) {
      let last = await shown();
      for (
        let since = performance.now();
        performance.now() - since < SETTLED_MS;
        await pause(LOOK_EVERY_MS)
      ) {
        const now = await shown();
        if (now !== last) since = performance.now();
        last = now;
      }
      return await Deno.writeTextFile(path, last);
    }
    const wanted = await Deno.readTextFile(path);
    let last = "";
    if (await patiently(async () => (last = await shown()) === wanted)) return;
    fail(`The screen is not as in ${name}.txt.\nIs:\n${last}\nShould be:\n${wanted}`);
  }

  /** Ends all programs in the terminal. */
  async [Symbol.asyncDispose](): Promise<void> {
    await new Deno.Command("tmux", { args: ["-S", this.#socket, "kill-server"], stderr: "null" }).output();
    if (this.#ownHome) await Deno.remove(this.home, { recursive: true });
  }

  async #tmux(...args: readonly (readonly string[])[]): Promise<string> {
    const { home } = this;
    const env = {
      // The cache of Deno is found through environment variables that are about to change.
      DENO_DIR: denoCache(),
      XDG_CONFIG_HOME: `${home}/config`,
      XDG_STATE_HOME: `${home}/state`,
      XDG_CACHE_HOME: `${home}/cache`,
      LC_ALL: "C.UTF-8",
      TERM: "xterm-256color",
    };
    const unset = [
      "COLUMNS",
      "LINES",
      "NO_COLOR",
      "FORCE_COLOR",
      "COLORFGBG",
      "COLORTERM",
      "PAGER",
      "QUARRY_PAGER",
      "TMUX",
    ];
    const { success, stdout, stderr } = await new Deno.Command("env", {
      args: [...unset.map((name) => `-u${name}`), "tmux", "-S", this.#socket, ...args.flat()],
      env,
    }).output();
    if (!success) fail(`tmux ${args.flat()[0]}: ${new TextDecoder().decode(stderr)}`);
    return new TextDecoder().decode(stdout);
  }
}

function shows(screen: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? screen.includes(wanted) : wanted.test(screen);
}

function denoCache(): string {
  const cache = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
  return Deno.env.get("DENO_DIR") ?? `${cache}/deno`;
}

/** A screen without the time of loading, which is shown on a busy machine only. */
export function withoutLoadTime(screen: string): string {
  return screen.replace(/,?\s+loaded in\s+[\d.]+\s+s/, "");
}

function tidy(screen: string): string {
  return screen.split("\n").map((line) => line.trimEnd()).join("\n").replace(/\n+$/, "");
}

/** Checks a condition repeatedly; returns whether it became true in time. */
async function patiently(ask: () => Promise<boolean>): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < PATIENCE_MS;) {
    if (await ask()) return true;
    await pause(LOOK_EVERY_MS);
  }
  return false;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
