/**
 * Implements `quarry report --live`: writes one file with traces and the workbench, for people who do not
 * have Quarry.
 * @module
 */

import { InputError, UsageError } from "../../base/errors.ts";
import { FILE_LIMITS } from "../../base/limits/file_limits.ts";
import { limitFigure } from "../../base/limits/limit.ts";
import { isContainedInIndex } from "../../index/whole_index.ts";
import { displayPath, STANDARD_INPUT } from "../../ingest/file_source.ts";
import { writeWhole } from "../../output/all_or_nothing.ts";
import { HTML } from "../../output/kinds.ts";
import { embeddedTracePiece, templateAroundTraces } from "../../page/live_page.ts";
import { bytesInWords } from "../../render/cell_text.ts";
import { visible } from "../../render/visible.ts";
import { type Arguments, EXIT } from "../command.ts";
import type { CliHost } from "../host.ts";
import { checkOutput, openOutput } from "../outputs.ts";
import { Progress } from "../progress.ts";
import { openSession } from "../run_queries.ts";
import { expandLists, traceOperands } from "../trace_operands.ts";
import { type IndexPart, livePart } from "./live_part.ts";
import { liveTemplateText } from "./template.ts";

/** What the page contains, and how it is created. */
interface LiveOptions {
  readonly most?: number;
  readonly template?: (note: (text: string) => void) => Promise<string>;
}

/**
 * Opens the traces, so that problems are reported now and not only in the page, and writes the page; returns
 * the exit code.
 */
export async function runLive(
  host: CliHost,
  args: Arguments,
  { most = FILE_LIMITS.livePage.most, template = liveTemplateText }: LiveOptions = {},
): Promise<number> {
  const out = args.value("output") ?? "-";
  if (out === "-" && host.stdout.isTerminal) {
    throw new UsageError("A report is a page for a browser: give -o report.html, or send it through a pipe");
  }
  const wrong = args.has("compare") ? "compare" : args.value("sources") !== undefined ? "sources" : undefined;
  if (wrong !== undefined) {
    throw new UsageError(`--live takes no --${wrong}: the page runs queries without a server`);
  }
  const operands = await expandLists(host, args.operands);
  const traces = traceOperands(host, operands);
  if (traces.some(({ path }) => path === STANDARD_INPUT)) {
    throw new UsageError("A trace from standard input cannot be put into a page: save it to a file first");
  }
  const replaces = { kind: HTML, force: args.has("force") };
  await checkOutput(out, traces.map(({ path }) => path), replaces);
  const session = await openSession(host, args, operands);
  const readAgain = new Set(
    session.traces.filter(({ trace }) => !isContainedInIndex(trace)).map(({ path }) => path),
  );
  session.closeAll();
  const [before, after] = templateAroundTraces(
    await template((text) => void host.stderr.writeNow(text)),
    `${traces.map(({ name }) => name).join(", ")} – Quarry`,
  );
  const progress = new Progress(host, out === "-" ? "report" : out);
  let written = 0;
  const indexes: string[] = [];
  try {
    await writeWhole(() => openOutput(host, out, replaces), async (write) => {
      const put = async (text: string): Promise<void> => {
        written += text.length;
        await write(text);
      };
      await put(before);
      let left = most;
      for (const [number, { name, path }] of traces.entries()) {
        const part = await livePart({ name, path }, {
          most: left,
          mayBeIndex: !readAgain.has(path),
          onProgress: (bytes) => progress.update(bytes, undefined),
          signal: host.gone,
        });
        for await (const piece of part.pieces) {
          left -= piece.length;
          if (left < 0) throw tooMuch(path, most);
          await put(embeddedTracePiece({ ...part, number, name }, piece));
        }
        if (part.isIndex) indexes.push(`${visible(name)}: ${inPlaceOf(part)}\n`);
      }
      await put(after);
    });
  } finally {
    progress.clear();
  }
  if (out !== "-") {
    const about = traces.map(({ name }) => name).join(", ");
    await host.stderr.write(
      `wrote ${visible(out)}: ${visible(about)} and the workbench, ${bytesInWords(written)}\n`,
    );
    for (const line of indexes) await host.stderr.write(line);
  }
  return EXIT.ok;
}

function inPlaceOf({ bytes, instead, isMore }: IndexPart): string {
  return `index, ${bytesInWords(bytes)} instead of ${isMore ? "more than " : ""}${bytesInWords(instead)}`;
}

function tooMuch(path: string, most: number): InputError {
  const figure = limitFigure({ ...FILE_LIMITS.livePage, most });
  return new InputError(
    `Cannot put ${displayPath(path)} into a page: compressed, its traces have more than ${figure}`,
    path,
    "failed",
  );
}
