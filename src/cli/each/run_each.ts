/**
 * The work of `quarry query --each`: runs the scripts on each trace separately, on all cores.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { MIN_BUDGET } from "../../base/size_text.ts";
import { indexSettings } from "../../index/settings.ts";
import { STANDARD_INPUT } from "../../ingest/file_source.ts";
import { mayLoad } from "../../ingest/permission.ts";
import { dataSettings } from "../../memory/data_settings.ts";
import { threadSettings } from "../../memory/threads.ts";
import { writeWhole } from "../../output/all_or_nothing.ts";
import { BrokenPipeError } from "../../output/output_error.ts";
import { visible } from "../../render/visible.ts";
import { useColor } from "../color.ts";
import { type Arguments, EXIT } from "../command.ts";
import { hasDotCommand } from "../dot_scripts.ts";
import type { FoundTrace } from "../find_traces.ts";
import type { CliHost } from "../host.ts";
import { loadChoices } from "../load_options.ts";
import { outputSettings } from "../output.ts";
import { openOutput } from "../outputs.ts";
import { Progress } from "../progress.ts";
import { replaceableResultKind } from "../result_files.ts";
import { suppressionScripts } from "../suppressions_option.ts";
import { checkSyntax, readScripts, sessionIfQuick } from "../run_queries.ts";
import type { Script } from "../script.ts";
import { traceFormat, verdictOutputs } from "../verdict_formats.ts";
import { cacheFolder } from "../user_folders.ts";
import { NO_TRACE, queryOneTrace } from "./ask_trace.ts";
import { ThreadRunner, type TraceRunner } from "./each_crew.ts";
import type { EachListener, EachMessage, EachPlan } from "./each_plan.ts";
import { EachResults } from "./each_results.ts";
import { EACH_WORKER } from "./each_worker.ts";
import { OrderedMerge } from "./ordered_merge.ts";
import { namedFiles } from "./named_files.ts";
import { checkPaths, resultPath } from "./result_path.ts";

/** Maximum number of trace names listed in a line. */
const NAMES_SHOWN = 5;

/** Queries each trace; returns the exit code. */
export async function runEach(
  host: CliHost,
  args: Arguments,
  given?: readonly Script[],
): Promise<number> {
  refuseConflictingOptions(args);
  const scripts = [...suppressionScripts(args), ...given ?? await readScripts(host, args)];
  for (const { text } of scripts) {
    if (await hasDotCommand(text)) {
      throw new UsageError("Dot commands need a single session: --each opens one for each trace");
    }
  }
  if (args.operands.length === 0) {
    throw new UsageError('Cannot query without a trace: "quarry query --each FILE... -e QUERY"');
  }
  const files = await namedFiles(host, args.operands);
  const first = files.slice(0, 1).map(({ path }) => path);
  if (!await checkSyntax(host, scripts, () => sessionIfQuick(host, args, first))) return EXIT.usage;
  const template = args.value("output");
  if (template !== undefined) checkPaths(template, files);
  return await new EachRun(host, args, scripts).run(files);
}

/** Throws `UsageError` for options that are meaningless if each trace has its own session. */
function refuseConflictingOptions(args: Arguments): void {
  const { github, junit, sarif } = verdictOutputs(args);
  const other = github
    ? "--format github"
    : junit !== undefined
    ? "--junit"
    : sarif !== undefined
    ? "--sarif"
    : args.value("engine") !== undefined
    ? "--engine"
    : undefined;
  if (other === undefined) return;
  throw new UsageError(`Cannot use ${other} with --each: without --each one session has all traces`);
}

/** Thrown to avoid writing a result file, because the trace has no results or incomplete ones. */
class NothingToWrite extends Error {}

/** A run of scripts over many traces. */
class EachRun {
  readonly #host: CliHost;
  readonly #plan: EachPlan;
  readonly #force: boolean;
  readonly #results: EachResults;
  readonly #failures = new Failures();
  #progress!: Progress;
  #code: number = EXIT.ok;
  #done = 0;

  constructor(host: CliHost, args: Arguments, scripts: readonly Script[]) {
    this.#host = host;
    this.#force = args.has("force");
    const settings = outputSettings(host, args);
    const files = args.value("output");
    this.#results = new EachResults(host, settings);
    this.#plan = {
      scripts,
      choices: { ...loadChoices(args), format: traceFormat(args) },
      strict: args.has("strict"),
      mode: settings.renderer.name,
      limit: settings.limit,
      names: settings.names,
      options: {
        header: settings.header,
        color: useColor(host, host.stdout, settings.color),
        terminal: host.stdout.isTerminal,
        footer: false,
        jsonNumbers: settings.jsonNumbers,
      },
      ...(files === undefined ? {} : { files }),
    };
  }

  async run(files: readonly FoundTrace[]): Promise<number> {
    this.#progress = new Progress(this.#host, "traces", { unit: "traces" });
    const order = new OrderedMerge<EachMessage>(
      (news, source) => this.#take(news, files[source]!.name),
      files.length,
    );
    try {
      await this.#queryAll(files, order);
      await order.finished();
      this.#progress.clear();
      if (this.#plan.files === undefined) await this.#results.finish();
      await this.#host.stderr.write(this.#failures.more());
    } catch (error) {
      // In `quarry ... | head`, `head` has all the lines it needs.
      if (!(error instanceof BrokenPipeError)) throw error;
    } finally {
      this.#progress.clear();
    }
    return this.#code;
  }

  async #queryAll(files: readonly FoundTrace[], order: OrderedMerge<EachMessage>): Promise<void> {
    const askers = this.#runners(files.length);
    const here: TraceRunner = this.#here();
    const stop = (): void => askers.forEach((asker) => asker.stop());
    const stopInterrupt = this.#host.onInterrupt(() => {
      stop();
      this.#host.exit(EXIT.interrupted);
    });
    let next = 0;
    try {
      await Promise.all(askers.map(async (asker) => {
        for (let at = next++; at < files.length; at = next++) {
          const file = files[at]!;
          // Standard input can only be read on the main thread.
          const code = await this.#queryOne(
            file.path === STANDARD_INPUT ? here : asker,
            file,
            (news) => order.hear(at, news),
          );
          order.end(at);
          this.#code = Math.max(this.#code, code);
          this.#progress.update(++this.#done, files.length);
        }
      }));
    } finally {
      stop();
      stopInterrupt();
    }
  }

  /** Returns worker threads if there are several files, otherwise a runner on this thread. */
  #runners(files: number): readonly TraceRunner[] {
    const { budget } = dataSettings();
    const most = Math.max(1, Math.floor(budget / MIN_BUDGET));
    const threads = Math.min(threadSettings().threads, most, files);
    if (threads < 2 || !mayLoad(EACH_WORKER)) return [this.#here()];
    const cache = cacheFolder(this.#host);
    const start = {
      plan: this.#plan,
      budget: Math.floor(budget / threads),
      spill: cache === undefined ? [] : [cache],
      indexes: indexSettings(),
    };
    return Array.from({ length: threads }, () => new ThreadRunner(start));
  }

  #here(): TraceRunner {
    return { ask: (file, listener) => queryOneTrace(this.#host, file, this.#plan, listener), stop() {} };
  }

  async #queryOne(asker: TraceRunner, file: FoundTrace, listener: EachListener): Promise<number> {
    const { files } = this.#plan;
    if (files === undefined) return Math.max(EXIT.ok, await asker.ask(file, listener));
    const path = resultPath(files, file.name);
    const target = { kind: replaceableResultKind(path), force: this.#force };
    let code: number = EXIT.ok;
    try {
      await writeWhole(() => openOutput(this.#host, path, target), async (write) => {
        code = await asker.ask(file, (news) => news.kind === "text" ? write(news.text) : listener(news));
        if (code === NO_TRACE || code > EXIT.failed) throw new NothingToWrite();
      });
    } catch (error) {
      if (!(error instanceof NothingToWrite)) throw error;
    }
    return Math.max(EXIT.ok, code);
  }

  async #take(news: EachMessage, name: string): Promise<void> {
    this.#progress.clear();
    if (news.kind === "remark") await this.#host.stderr.write(news.text);
    else if (news.kind === "failure") await this.#host.stderr.write(this.#failures.first(news.text, name));
    else await this.#results.take(news);
  }
}

/** Collects errors, so that one shared by several traces is reported once. */
class Failures {
  readonly #names = new Map<string, string[]>();

  /** Returns the text to report now. */
  first(text: string, name: string): string {
    const names = this.#names.get(text);
    if (names !== undefined) {
      names.push(name);
      return "";
    }
    this.#names.set(text, []);
    return text.includes(name) ? text : `${visible(name)}: ${text}`;
  }

  /** Returns the text to report at the end: the other traces with these errors. */
  more(): string {
    let text = "";
    for (const [failure, names] of this.#names) {
      if (names.length === 0) continue;
      const rest = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : "";
      const [line] = failure.split("\n");
      text += `Also in ${names.slice(0, NAMES_SHOWN).map(visible).join(", ")}${rest}: ${line}\n`;
    }
    return text;
  }
}
