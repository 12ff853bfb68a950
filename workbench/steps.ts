/**
 * Back and forward through what was selected: each place is an entry of the browser's history, so that its buttons, those of
 * the page and their keys go the same way.
 * @module
 */

/** Changes of one thing that follow each other within this are one step, such as a brush that is moved by keys. */
const ONE_STEP_MS = 700;

/** What is selected, by field. */
type Place = Readonly<Record<string, string>>;

/** The number of an entry, as the browser keeps it with the entry. */
interface Entry {
  readonly step: number;
}

let step = entryOf(history.state)?.step ?? 0;
let last = step;
let place: Place | null = null;
/** The change that came last, and when. */
let latest = "";
let changedAt = -Infinity;
const listeners = new Set<() => void>();

function entryOf(state: unknown): Entry | null {
  return state !== null && typeof state === "object" && "step" in state ? state as Entry : null;
}

/** The fields in which two places differ. */
function changeOf(before: Place, now: Place): string {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => before[name] !== now[name]).sort().join();
}

/** Writes an address: a step of its own where the place is another one than before. */
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
    // What was ahead led on from another place.
    if (isNew) last = step;
  }
  if (isNew) [latest, changedAt] = [change, time];
  place = now;
  for (const listener of listeners) listener();
}

/** The browser shows another entry: what is written next is its place, and no step. */
export function arrived(): void {
  const entry = entryOf(history.state);
  // An address that somebody typed is a step, too.
  step = entry?.step ?? step + 1;
  last = entry ? Math.max(last, step) : step;
  place = null;
  latest = "";
}

/** Whether there is a step before this one, and one after it. */
export function stepsFromHere(): { readonly back: boolean; readonly forward: boolean } {
  return { back: step > 0, forward: step < last };
}

/** Goes to the step before. */
export function undo(): void {
  if (stepsFromHere().back) history.back();
}

/** Goes to the step after. */
export function redo(): void {
  if (stepsFromHere().forward) history.forward();
}

/** Calls `listener` after each step, until the signal. */
export function onSteps(listener: () => void, signal: AbortSignal): void {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener));
}
