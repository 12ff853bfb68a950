/**
 * Back and forward through selections: each is an entry of the browser's history, so that the browser's
 * buttons, those of the page and their keys do the same.
 * @module
 */

/**
 * Changes of one field that follow each other within this time are one step, such as moving a range with
 * keys.
 */
const ONE_STEP_MS = 700;

/** The selection, by field. */
type Place = Readonly<Record<string, string>>;

/** The number of an entry, which the browser stores with it. */
interface Entry {
  readonly step: number;
}

let step = entryOf(history.state)?.step ?? 0;
let last = step;
let place: Place | null = null;
/** The latest change, and its time. */
let latest = "";
let changedAt = -Infinity;
const listeners = new Set<() => void>();

function entryOf(state: unknown): Entry | null {
  return state !== null && typeof state === "object" && "step" in state ? state as Entry : null;
}

/** Returns the fields in which two selections differ. */
function changeOf(before: Place, now: Place): string {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => before[name] !== now[name]).sort().join();
}

/** Writes an address: as a new step if the selection differs from the previous one. */
export function writeStep(address: string, now: Place): void {
  const change = place === null ? "" : changeOf(place, now);
  const isNew = change !== "";
  const time = performance.now();
  const goesOn = change === latest && time - changedAt < ONE_STEP_MS && !/\b(?:view|trace)\b/.test(change);
  if (isNew && !goesOn) {
    last = ++step;
    history.pushState({ step } satisfies Entry, "", address);
  } else {
    history.replaceState({ step } satisfies Entry, "", address);
    // The steps ahead followed from another selection.
    if (isNew) last = step;
  }
  if (isNew) [latest, changedAt] = [change, time];
  place = now;
  for (const listener of listeners) listener();
}

/**
 * Called when the browser shows another entry: the next address is that of this entry, and not a new step.
 */
export function arrived(): void {
  const entry = entryOf(history.state);
  // An address that the user typed is a step, too.
  step = entry?.step ?? step + 1;
  last = entry ? Math.max(last, step) : step;
  place = null;
  latest = "";
}

/** Whether there is a step before this one, and one after it. */
export function stepsFromHere(): { readonly back: boolean; readonly forward: boolean } {
  return { back: step > 0, forward: step < last };
}

/** Goes to the previous step. */
export function undo(): void {
  if (stepsFromHere().back) history.back();
}

/** Goes to the next step. */
export function redo(): void {
  if (stepsFromHere().forward) history.forward();
}

/** Calls `listener` after each step, until the signal aborts. */
export function onSteps(listener: () => void, signal: AbortSignal): void {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener));
}
