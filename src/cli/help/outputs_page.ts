/**
 * Composes the page about output files: which commands write them, what is replaced, and what is left behind.
 * @module
 */

import { OUTPUT_RULES, type OutputRule } from "../../output/rules.ts";
import { dotCommands } from "../../repl/dot/registry.ts";
import { type Command, EXIT } from "../command.ts";
import { nameList, section, wrap } from "./layout.ts";
import { EXIT_WORDS } from "./list_pages.ts";

/** The page about output files. */
export function outputsPage(title: string, commands: readonly Command[]): string {
  return `${title}:
${nameList([...commands.flatMap(writersOf), ...dotWriters(), HISTORY])}
${
    wrap(
      "Quarry writes to a temporary file in the same folder, and renames it once it is complete and on disk. When " +
        "something goes wrong before that (a full disk, Ctrl-C, SIGTERM, kill -9) the old file is still " +
        "there. All outputs follow these rules:",
    )
  }${section("What exists under the name", rules())}
${
    wrap(
      "--force is an option of the commands; at the prompt put it before the file: .once --force FILE. The first " +
        "bytes of a file tell its kind. fmt and the history replace what they have read; the stand-ins " +
        "of quarry as replace files of any kind, as the original tools do. The replacement is a new file: " +
        "other hard links to the old file keep the old contents.",
    )
  }${
    section(
      "Leftovers",
      wrap(
        "After kill -9 or a crash of the machine, temporary files stay: .quarry-PID-START-N.new, .add or " +
          ".blobs (process, start in milliseconds, count). The next output in that folder removes " +
          "them, unless their writer is still running, which it shows with a lock. On file systems without locks they stay.",
        2,
      ),
    )
  }${section("Spreadsheets", wrap(SPREADSHEETS, 2))}${section("Exit codes", outputExitCodes())}`;
}

const SPREADSHEETS =
  "export writes every text as it is in the trace, so that other programs can match it. Spreadsheets evaluate texts that " +
  "begin with = + - @, a tab or a carriage return: names of Objective-C methods, or texts that a malicious program put " +
  "there. --spreadsheet puts a ' before such texts in csv and tsv; numbers stay numbers. Without it, Quarry warns " +
  "when a file has such texts.";
const HISTORY = ["history of the prompt", "one line per entry; only you can read it"] as const;

function writersOf({ name, writes = [] }: Command): (readonly [string, string])[] {
  return writes.map(([how, what]) => [`${name} ${how}`, what] as const);
}

function dotWriters(): (readonly [string, string])[] {
  return dotCommands.flatMap(({ name, usage, writes }) =>
    writes === undefined ? [] : [[`.${name} ${usage}`, writes] as const]
  );
}

function rules(): string {
  return Object.values<OutputRule>(OUTPUT_RULES).map(({ found, action, forced, words }) => {
    const happens = forced === undefined ? action : `${action}, with --force ${forced}`;
    return wrap(found, 2) + wrap(`${happens}: ${words}`, 6);
  }).join("");
}

function outputExitCodes(): string {
  return nameList([
    [String(EXIT.failed), EXIT_WORDS.failed],
    [String(EXIT.ok), "also when the reader of a pipe closes it"],
    [String(EXIT.interrupted), EXIT_WORDS.interrupted],
    ["143", "ended by SIGTERM"],
  ]);
}
