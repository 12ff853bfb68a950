/** Names with terminal control sequences: on a terminal they are made visible, in a pipe they are unchanged. */
import { gzipSync } from "node:zlib";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Tag } from "../../src/formats/apitrace/values.ts";
import { quarry } from "../cli/program.ts";
import { byEffort } from "../support/effort.ts";
import { lacks, unless, withTools } from "../support/programs.ts";
import { Pty } from "../support/pty.ts";
import { Temporary } from "../support/temporary.ts";
import { MadeStream } from "../formats/apitrace/made_stream.ts";
import { MtrcWriter } from "../formats/mtrc/mtrc_writer.ts";

/** Clipboard, title, clear screen, 8-bit controls, hidden text, an overwritten line, text from right to left. */
const STEERING =
  "a\x1b]52;c;aGk=\x07b\x1b]0;title\x1b\\c\x1b[2J\x1b[Hd\x9b2Je\x1b[8mf\rg\u202eh\x08i\x1b[31mj";

function hostileMtrc(): Uint8Array<ArrayBuffer> {
  const writer = new MtrcWriter().head();
  for (let at = 1; at <= 3; at++) {
    writer.alloc(at, 4096 * at, 16, { thread: 1, func: `${STEERING}${at}`, file: `${STEERING}.c`, line: at });
  }
  return writer.trailer().take() as Uint8Array<ArrayBuffer>;
}

function hostileCalls(): Uint8Array<ArrayBuffer> {
  const stream = new MadeStream(6);
  const no = stream.enter(0, `gl${STEERING}`, [STEERING, `blob${STEERING}`]);
  stream.arg(0);
  stream.byte(Tag.String);
  stream.string(STEERING);
  stream.arg(1);
  stream.byte(Tag.Blob);
  stream.string("bytes");
  stream.end();
  stream.leave(no);
  stream.end();
  return new Uint8Array(gzipSync(stream.take()));
}

function hostileMtrace(): string {
  return `= Start\n@ /lib/${STEERING}:(${STEERING}+0x1)[0x10] + 0x1000 0x10\n`;
}

/** The control sequences in a terminal's input, except the colours of apitrace. */
function steering(shown: string): string[] {
  // deno-lint-ignore no-control-regex
  return shown.replace(/\r+\n|\x1b\[(?:0|1|3[0-7])?m/g, "").match(/[^\P{Cc}\n\t]|[\u202a-\u202e]/gu) ?? [];
}

const COMMANDS: Readonly<
  Record<string, (files: { mtrc: string; calls: string; mtrace: string }) => string[]>
> = {
  "export --to csv": ({ mtrc }) => ["export", mtrc, "--to", "csv", "-o", "-"],
  "as apitrace dump": ({ calls }) => ["as", "apitrace", "dump", calls],
  "as apitrace dump, in colour": ({ calls }) => ["as", "apitrace", "dump", "--color=always", calls],
  "export --to tsv": ({ mtrc }) => ["export", mtrc, "--to", "tsv"],
  "export --to ndjson": ({ mtrc }) => ["export", mtrc, "--to", "ndjson"],
  "export --to folded": ({ mtrc }) => ["export", mtrc, "--to", "folded"],
  "export --to speedscope": ({ mtrc }) => ["export", mtrc, "--to", "speedscope"],
  "as mptrace": ({ mtrc }) => ["as", "mptrace", mtrc],
  "info": ({ mtrc }) => ["info", mtrc],
  "compare": ({ mtrc }) => ["compare", mtrc, mtrc],
  "suppress": ({ mtrc }) => ["suppress", mtrc],
  "symbols": ({ mtrace }) => ["symbols", mtrace],
  "blobs": ({ calls }) => ["blobs", "--format", "apitrace", calls],
  "sql": ({ mtrc }) => ["sql", String.raw`events | where func == "\u{1b}]52;c;aGk=\u{7}\u{1b}[2J"`, mtrc],
  "completions": () => ["completions", "bash"],
  "query -m csv": ({ mtrc }) => ["query", mtrc, "-m", "csv", "-e", "events"],
  "query -m json": ({ mtrc }) => ["query", mtrc, "-m", "json", "-e", "events"],
};

Deno.test({
  ...withTools(["script of util-linux"], "no command passes control characters to a terminal"),
  async fn() {
    using folder = Temporary.folder();
    const files = {
      mtrc: `${folder.path}/a.mtrc`,
      calls: `${folder.path}/a.trace`,
      mtrace: `${folder.path}/a.mtrace`,
    };
    Deno.writeFileSync(files.mtrc, hostileMtrc());
    Deno.writeTextFileSync(files.mtrace, hostileMtrace());
    Deno.writeFileSync(files.calls, hostileCalls());
    for (const [name, make] of Object.entries(COMMANDS).slice(0, byEffort(Infinity, 3))) {
      const args = make(files);
      const { out, err } = await quarry(args);
      assert(out !== "", err);
      const line = args.map((arg) => `'${arg}'`).join(" ");
      const shown = await new Pty(`NO_COLOR=1 '${Deno.execPath()}' run -A --quiet cli.ts ${line} 2>&1`).raw();
      assertEquals(steering(shown), [], `${name}: ${JSON.stringify(shown)}`);
      assert(shown.includes("\\x1b]52") || !out.includes("\x1b]52"), `${name} shows no names: ${shown}`);
      if (/csv|dump/.test(name) && name !== "query -m csv") assertStringIncludes(out, STEERING.slice(0, 20));
    }
  },
});

Deno.test({
  ...unless(
    [lacks("script of util-linux"), lacks("less")],
    "keys typed ahead run no commands in less, whatever its name",
  ),
  async fn() {
    using folder = Temporary.folder();
    const trace = `${folder.path}/a.mtrc`;
    const writer = new MtrcWriter().head();
    for (let at = 1; at <= 200; at++) {
      writer.alloc(at, 4096 * at, 16, { thread: 1, func: "f", file: "f.c", line: at });
    }
    Deno.writeFileSync(trace, writer.trailer().take());
    for (const pager of byEffort(["less", "less -S", "/usr/bin/env less"], ["less"])) {
      const made = `${folder.path}/made`;
      const terminal = new Pty(
        `PAGER='${pager}' timeout --foreground 60 '${Deno.execPath()}' run -A --quiet cli.ts query '${trace}' -e events`,
      );
      await terminal.waitFor(/alloc/);
      await terminal.type(`!touch ${made}\r\r`);
      await terminal.type(`s${made}\r`);
      await terminal.waitFor(/not available/);
      // less waits for Return before the next command.
      await terminal.type("\r\rq\rq");
      await terminal.end();
      assertEquals([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["a.mtrc"]);
    }
  },
});
