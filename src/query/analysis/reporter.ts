/**
 * The errors and warnings of a script while it is bound.
 * @module
 */

import type { Diagnostic, Severity, Span } from "../../base/diagnostic.ts";
import { didYouMean } from "../../base/did_you_mean.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { TooMuchWork, WorkMeter } from "../../patterns/work_meter.ts";
import { DiagnosticList } from "../syntax/diagnostic_list.ts";
import type { AnalysisCode } from "./codes.ts";
import type { Scope } from "./scope.ts";
import { quote, writtenName } from "./words.ts";

/** Parts of a diagnostic beside its message. */
interface ReportOptions {
  readonly severity?: Severity | undefined;
  /** The suggestion, if it is more than the fix. */
  readonly suggestion?: string | undefined;
  /** Text that would be right in place of `fixSpan`, or of the span. */
  readonly fix?: string | undefined;
  readonly fixSpan?: Span | undefined;
}

/** A name that nothing has. */
interface UnknownName {
  readonly name: string;
  /** What could have been meant. */
  readonly among: Iterable<string>;
  /** What is suggested where nothing is near. */
  readonly otherwise?: string | undefined;
}

/**
 * Steps of patterns over present values for warnings, in one script: ten milliseconds or two. A text is bound with each
 * letter that is typed, and warnings may be missing.
 */
const MAX_REMARK_STEPS = QUERY_LIMITS.warningSteps.most;
/** Steps for a name that may have been meant: a script may define thousands, and have thousands of slips. */
const STEPS_PER_NAME = 10;

/** Collects what is wrong. */
export class Reporter {
  /** Counts what looking for warnings takes. */
  readonly remarkWork = new WorkMeter({ limit: MAX_REMARK_STEPS });
  readonly #diagnostics = new DiagnosticList();
  readonly #seen = new Set<string>();
  readonly #remarks = new Set<string>();
  #errors = 0;

  /** Forgets the warnings of the statement before. */
  beginStatement(): void {
    this.#remarks.clear();
    this.#diagnostics.endStatement();
  }

  /** All errors and warnings so far. */
  finish(): Diagnostic[] {
    return this.#diagnostics.finish();
  }

  /** Whether one more warning of a kind would only be counted in this statement. */
  hasEnough(code: AnalysisCode): boolean {
    return this.#diagnostics.isFull(code, "warning");
  }

  /** Whether a warning is made for the first time in this statement. */
  remark(key: string): boolean {
    if (this.#remarks.has(key)) return false;
    this.#remarks.add(key);
    return true;
  }

  /** Number of errors so far. */
  get errors(): number {
    return this.#errors;
  }

  /** Reports an error, with a suggestion where there is one, or a warning (Q3xx). The same one twice is one. */
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
    // A fix would change the wrong text when the definition is from another one.
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

  /** Reports a name that nothing has, with the nearest one that exists. */
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

  /** The nearest name, unless looking for it would take too long. */
  nearest(name: string, candidates: Iterable<string>): string | undefined {
    const names: string[] = [];
    try {
      for (const candidate of candidates) {
        this.remarkWork.spend(STEPS_PER_NAME);
        names.push(candidate);
      }
    } catch (error) {
      if (error instanceof TooMuchWork) return undefined;
      throw error;
    }
    return didYouMean(name, names);
  }
}
