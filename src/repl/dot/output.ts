/**
 * `.mode .headers .maxrows .maxwidth .columns .raw .names .timer .hints .theme .pager .once .output`: how and where results are shown.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { rendererNamed, renderers } from "../../render/registry.ts";
import { visible } from "../../render/visible.ts";
import { type ReplSettings, SLOW_MS } from "../settings.ts";
import { THEME_NAMES } from "../theme.ts";
import {
  completePath,
  type DotCommand,
  FILE_REPLACEMENT_HELP,
  onOffArgument,
  outputArgument,
} from "./command.ts";

/** Minimum width of a table: a narrower one has no room for a column and its frame. */
const LEAST_WIDTH = 20;

/** Commands about output. */
export const outputCommands: readonly DotCommand[] = [
  {
    name: "mode",
    usage: "[MODE]",
    summary: `how results look: ${renderers.map(({ name }) => name).join(" ")}`,
    details: renderers.map(({ name, summary }) => `${name.padEnd(9)} ${summary}`).join("\n"),
    complete: () => renderers.map(({ name }) => name),
    async run(conversation, argument) {
      const { settings } = conversation;
      if (argument === "") return await conversation.say(`mode ${settings.mode.name}`);
      const renderer = rendererNamed(argument);
      if (!renderer) throw new UsageError(`Unknown mode "${argument}": .help .mode lists them`);
      settings.mode = renderer;
    },
  },
  toggle("headers", "show column names", "headers"),
  atMost("maxrows", "show at most N rows of a result; auto: as many as fit", "maxRows", {
    least: 1,
    takes: "a number of rows",
  }),
  atMost("maxwidth", "tables are at most N characters wide; auto: as wide as the screen", "maxWidth", {
    least: LEAST_WIDTH,
    takes: `a number from ${LEAST_WIDTH} on`,
  }),
  {
    name: "columns",
    usage: "[NAME, ... | all | auto]",
    summary: "columns to keep if not all fit; all: keep every column",
    complete: ({ last }) => ["all", "auto", ...(last?.table.columns.map(({ name }) => name) ?? [])],
    async run(conversation, argument) {
      const { settings } = conversation;
      if (argument === "") {
        const { keep } = settings;
        const named = typeof keep === "string" ? keep : keep.length === 0 ? "auto" : keep.join(", ");
        return await conversation.say(`columns ${visible(named)}`);
      }
      settings.keep = argument === "all" ? "all" : argument === "auto" ? [] : argument.split(/[\s,]+/);
    },
  },
  toggle("raw", "exact numbers instead of 4.0 KiB, t1 and 1,024", "raw"),
  {
    name: "names",
    usage: "[auto|full|short]",
    summary: "function names: full, short, or auto (short on screens)",
    complete: () => ["auto", "full", "short"],
    async run(conversation, argument) {
      const { settings } = conversation;
      if (argument === "") return await conversation.say(`names ${settings.names ?? "auto"}`);
      if (argument !== "auto" && argument !== "full" && argument !== "short") {
        throw new UsageError("Command .names takes auto, full or short");
      }
      settings.names = argument === "auto" ? undefined : argument;
    },
  },
  {
    name: "timer",
    usage: "[on|off|slow]",
    summary: `time, rows and blocks after each result; slow: only for those of at least ${SLOW_MS} ms`,
    complete: () => ["on", "off", "slow"],
    async run(conversation, argument) {
      const { settings, host } = conversation;
      const isOn = settings.timer === "on";
      settings.timer = argument === "slow" ? "slow" : onOffArgument("timer", argument, isOn) ? "on" : "off";
      if (argument === "" && host.stdout.isTerminal) await conversation.say(`timer ${settings.timer}`);
    },
  },
  toggle("hints", "one suggestion after each result", "hints"),
  {
    name: "theme",
    usage: `[${THEME_NAMES.join("|")}]`,
    summary: "colours for dark or light backgrounds",
    complete: () => THEME_NAMES,
    async run(conversation, argument) {
      const { settings } = conversation;
      if (argument === "") {
        return await conversation.say(`theme ${settings.theme} (${conversation.theme.name})`);
      }
      if (!THEME_NAMES.some((name) => name === argument)) {
        throw new UsageError(`Unknown theme "${argument}": the themes are ${THEME_NAMES.join(", ")}`);
      }
      settings.theme = argument;
    },
  },
  {
    name: "pager",
    usage: "[off | COMMAND]",
    summary: "program for results taller than the screen",
    complete: () => ["off", "less"],
    async run(conversation, argument) {
      const { settings } = conversation;
      if (argument === "") {
        return await conversation.say(`pager ${settings.pager === "" ? "off" : settings.pager}`);
      }
      settings.pager = argument === "off" ? "" : argument === "on" ? "less" : argument;
    },
  },
  {
    name: "once",
    usage: "[--force] FILE",
    summary: "write the next result to a file, in the format given by its name",
    details: FILE_REPLACEMENT_HELP,
    writes: "the next result: text",
    complete: completePath,
    async run(conversation, argument) {
      const file = outputArgument(conversation, argument);
      if (file === undefined) throw new UsageError("Command .once takes a file");
      // Reports a file that cannot be written now, rather than after a long query.
      conversation.host.resultWriter(file.path);
      await conversation.host.checkOutput(file);
      conversation.settings.once = file;
    },
  },
  {
    name: "output",
    usage: "[[--force] FILE]",
    summary: "write all results to a file from now on; without FILE, to the screen again",
    details: `Each result is added once it is complete.\n${FILE_REPLACEMENT_HELP}`,
    writes: "all later results, each added when it is complete: text",
    complete: completePath,
    async run(conversation, argument) {
      const { settings, host } = conversation;
      settings.output?.close();
      settings.output = null;
      const file = argument === "stdout" ? undefined : outputArgument(conversation, argument);
      const writer = file && host.resultWriter(file.path);
      if (writer) {
        throw new UsageError(
          `Cannot add results to a file of ${writer.name}, which holds only one: .once ${file!.path}`,
        );
      }
      // The old content is removed here, before the first result.
      if (file !== undefined) settings.output = await host.openAdditions(file);
    },
  },
];

/** Names of boolean settings. */
type Switch = { [K in keyof ReplSettings]: ReplSettings[K] extends boolean ? K : never }[keyof ReplSettings];

function toggle(name: string, summary: string, setting: Switch): DotCommand {
  return {
    name,
    usage: "[on|off]",
    summary,
    complete: () => ["on", "off"],
    async run(conversation, argument) {
      const { settings, host } = conversation;
      settings[setting] = onOffArgument(name, argument, settings[setting]);
      if (argument === "" && host.stdout.isTerminal) {
        await conversation.say(`${name} ${settings[setting] ? "on" : "off"}`);
      }
    },
  };
}

/** A command that sets a maximum for results, or removes it. */
function atMost(
  name: string,
  summary: string,
  setting: "maxRows" | "maxWidth",
  { least, takes }: { readonly least: number; readonly takes: string },
): DotCommand {
  return {
    name,
    usage: "[N | auto]",
    summary,
    complete: () => ["auto"],
    async run(conversation, argument) {
      const { settings } = conversation;
      if (argument === "") return await conversation.say(`${name} ${settings[setting] ?? "auto"}`);
      const count = Number(argument.replaceAll("_", ""));
      if (argument !== "auto" && (!Number.isSafeInteger(count) || count < least)) {
        throw new UsageError(`Command .${name} takes ${takes} or auto, found "${argument}"`);
      }
      settings[setting] = argument === "auto" ? null : count;
    },
  };
}
