/**
 * The plainest prompt there is: a line in, a result out. It works on every terminal.
 * @module
 */

import type { Session } from "../engine/session.ts";
import { EXIT } from "./command.ts";
import type { CliHost } from "./host.ts";
import type { OutputSettings } from "./output.ts";
import { runScript } from "./run_queries.ts";

const PROMPT = "quarry> ";
const HELP = `Type a query and Enter: leaks | by file, line | top 10 by bytes
.help  show this     .tables  list the tables     .quit  leave (also Ctrl-D)
`;

/** Asks and answers until the person leaves. */
export async function runPrompt(host: CliHost, session: Session, settings: OutputSettings): Promise<number> {
  await host.stdout.write(HELP + PROMPT);
  for await (const line of host.readLines()) {
    const text = line.trim();
    if (text === ".quit" || text === ".exit") return EXIT.ok;
    if (text === ".help") await host.stdout.write(HELP);
    else if (text === ".tables") {
      await host.stdout.write(session.catalog.tableNames.join("  ") + "\n");
    } else if (text.startsWith(".")) await host.stderr.write(`Unknown command ${text}; .help lists them\n`);
    else if (text !== "") await runScript(host, session, { text, settings });
    await host.stdout.write(PROMPT);
  }
  await host.stdout.write("\n");
  return EXIT.ok;
}
