/**
 * Collects errors and warnings of a script during binding.
 * @module
 */

import type { Diagnostic, Severity, Span } from "../../base/diagnostic.ts";
import { didYouMean } from "../../base/did_you_mean.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { WorkLimitError, WorkMeter } from "../../patterns/work_meter.ts";
import { DiagnosticList } from "../syntax/diagnostic_list.ts";
import type { AnalysisCode } from "./codes.ts";
import type { Scope } from "./scope.ts";
import { quote, writtenName } from "./message_words.ts";

/** Optional parts of a diagnostic. */
interface ReportOptions {
  readonly severity?: Severity | undefined;
  /** The suggestion, if it says more than the fix does. */
  readonly suggestion?: string | undefined;
  /** Replacement text for `fixSpan`, or for the span. */
  readonly fix?: string | undefined;
  readonly fixSpan?: Span | undefined;
}

/** A name that does not exist. */
interface UnknownName {
  readonly name: string;
  /** Names that could have been meant. */
  readonly among: Iterable<string>;
  /** Suggestion if no name is similar. */
  readonly otherwise?: string | undefined;
}

/**
 * Maximum work per script for matching patterns against values to find warnings: one or two milliseconds. A
 * script is bound at each keystroke, and warnings are optional.
 */
const MAX_WARNING_STEPS = QUERY_LIMITS.warningSteps.most;
/**
 * Maximum work per candidate in the search for a similar name: a script may define thousands of names and
 * misspell thousands.
 */
const STEPS_PER_NAME = 10;

/** Collects diagnostics of a statement. */
export class Reporter {
  /** Counts the work of looking for warnings. */
  readonly warningWork = new WorkMeter({ limit: MAX_WARNING_STEPS });
  readonly #diagnostics = new DiagnosticList();
  readonly #seen = new Set<string>();
  readonly #remarks = new Set<string>();
  #errors = 0;

  /** Clears the warnings of the previous statement. */
  beginStatement(): void {
    this.#remarks.clear();
    this.#diagnostics.endStatement();
  }

  /** All errors and warnings so far. */
  finish(): Diagnostic[] {
    return this.#diagnostics.finish();
  }

  /** Whether this statement has so many warnings of this kind that further ones are only counted. */
  hasEnough(code: AnalysisCode): boolean {
    return this.#diagnostics.isFull(code, "warning");
  }

  /** Records a warning of this kind; returns whether it is the first one in this statement. */
  isFirstWarning(key: string): boolean {
    if (this.#remarks.has(key)) return false;
    this.#remarks.add(key);
    return true;
  }

  /** Number of errors so far. */
  get errors(): number {
    return this.#errors;
  }

  /** Reports an error or a warning (Q3xx), optionally with a suggestion. Duplicates are dropped. */
  report(
    code: AnalysisCode,
    message: string,
    at: { readonly span: Span },
    scope: Pick<Scope, "frame"> | null,
    more: ReportOptions | string = {},
  ): null {
    const options = typeof more === "string" ? { suggestion: more } : more;
    const anchor = scope?.frame?.anchor ?? null;
    const span = anchor ?? at.span;
    const severity = options.severity ?? (code.startsWith("Q3") ? "warning" : "error");
    const { suggestion = options.fix && `did you mean ${options.fix}?` } = options;
    const key = `${code} ${span.start} ${span.end} ${anchor === null ? "" : message}`;
    if (severity === "error") this.#errors++;
    if (this.#seen.has(key)) return null;
    this.#seen.add(key);
    // For a definition in another text, a fix would change the wrong text.
    const fix = options.fix === undefined || anchor !== null
      ? {}
      : { fix: { span: options.fixSpan ?? span, text: options.fix } };
    this.#diagnostics.add({
      severity,
      code,
      message: anchor === null ? message : `In ${quote(scope!.frame!.chain[0] ?? "")}: ${message}`,
      span,
      ...(suggestion === undefined ? {} : { suggestion }),
      ...fix,
    });
    return null;
  }

  /** Reports a name that does not exist, and suggests the most similar existing one. */
  reportUnknown(
    code: AnalysisCode,
    what: string,
    at: { readonly span: Span },
    scope: Pick<Scope, "frame"> | null,
    { name, among, otherwise }: UnknownName,
  ): null {
    const meant = this.#diagnostics.isFull(code, "error") ? undefined : this.nearest(name, among);
    return this.report(code, `Unknown ${what} ${quote(name)}`, at, scope, {
      suggestion: meant === undefined ? otherwise : `did you mean ${quote(meant)}?`,
      fix: meant === undefined ? undefined : writtenName(meant),
    });
  }

  /** Returns the most similar name, unless the search would take too long. */
  nearest(name: string, candidates: Iterable<string>): string | undefined {
    const names: string[] = [];
    try {
      for (const candidate of candidates) {
        this.warningWork.spend(STEPS_PER_NAME);
        names.push(candidate);
      }
    } catch (error) {
      if (error instanceof WorkLimitError) return undefined;
      throw error;
    }
    return didYouMean(name, names);
  }
}
