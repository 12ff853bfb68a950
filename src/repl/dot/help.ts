/**
 * `.help .version .quit`.
 * @module
 */

import { didYouMean } from "../../base/did_you_mean.ts";
import { UsageError } from "../../base/errors.ts";
import { documentation, topics } from "../../assist/assist.ts";
import { visible } from "../../render/visible.ts";
import type { Conversation } from "../conversation.ts";
import { BINDINGS } from "../editing_keys.ts";
import { FIRST_QUERIES } from "../first_steps.ts";
import type { DotCommand } from "./command.ts";
import { dotCommands, dotFamilies } from "./registry.ts";

/** Help and the way out. */
export const helpCommands: readonly DotCommand[] = [
  {
    name: "help",
    usage: "[keys | COMMAND | WORD]",
    summary: "this list; the keys; or one command, stage, function, table or column at length",
    complete: () => ["keys", ...dotCommands.map(({ name }) => `.${name}`)],
    run: help,
  },
  {
    name: "version",
    usage: "",
    summary: "version of the program",
    run: ({ host }) => host.stdout.write(`quarry ${host.version}\n`),
  },
  {
    name: "quit",
    aliases: ["exit", "q"],
    usage: "",
    summary: "leave; Ctrl-D does the same",
    run(conversation) {
      conversation.leave();
      return Promise.resolve();
    },
  },
];
