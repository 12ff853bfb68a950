/**
 * The series over sizes as a picture: time, memory and bytes per event of each program that answered, with logarithmic
 * axes.
 * @module
 */

import { QUESTIONS } from "./questions.ts";
import type { SizeRun } from "./query_bench.ts";

const PANEL = { width: 340, height: 190, left: 66, right: 24, top: 34, gap: 34 };
/** Dark enough on white and bright enough on black. */
const COLOURS: Readonly<Record<string, string>> = {
  Quarry: "#d9480f",
  DuckDB: "#868e00",
  ClickHouse: "#1c7ed6",
  C: "#868e96",
};

/** What a panel shows of a run: a figure for each program that answered. */
interface Panel {
  readonly title: string | ((runs: readonly SizeRun[]) => string);
  readonly unit: string;
  figures(run: SizeRun, runs: readonly SizeRun[]): Readonly<Record<string, number>>;
}

function figuresOf(
  { asked }: Pick<SizeRun, "asked">,
  figure: (of: SizeRun["asked"][string]) => number,
): Record<string, number> {
  return Object.fromEntries(Object.entries(asked).map(([name, of]) => [name, figure(of)]));
}

/** Questions that all programs answered, about traces of every size. */
function commonQuestions(runs: readonly SizeRun[]): string[] {
  const all = runs.flatMap(({ asked }) => Object.values(asked));
  return QUESTIONS.flatMap(({ work }) => all.every(({ times }) => work in times) ? [work] : []);
}

/** Total time of these questions by program. */
function totalTimes({ asked }: SizeRun, runs: readonly SizeRun[]): Record<string, number> {
  const common = commonQuestions(runs);
  return figuresOf({ asked }, ({ times }) => common.reduce((sum, work) => sum + times[work]!, 0) / 1000);
}

function answeringTitle(runs: readonly SizeRun[]): string {
  const { length } = commonQuestions(runs);
  return length === QUESTIONS.length
    ? `All ${length} questions, once each`
    : `${length} questions that all answered, once each`;
}

const PANELS: readonly Panel[] = [
  {
    title: "Until the trace can be asked",
    unit: "s",
    figures: (run) => ({
      ...figuresOf(run, ({ load }) => load / 1000),
      ...(run.decoder === undefined ? {} : { C: run.decoder / 1000 }),
    }),
  },
  { title: answeringTitle, unit: "s", figures: totalTimes },
  {
    title: "Most memory of the process",
    unit: "GB",
    figures: (run) => figuresOf(run, ({ peakMegabytes }) => peakMegabytes / 1000),
  },
  {
    title: "Bytes for each event",
    unit: "B",
    figures: (run) => figuresOf(run, ({ bytesPerEvent }) => bytesPerEvent),
  },
];

/** The picture of the runs with one number of threads. */
export function seriesPlot(runs: readonly SizeRun[]): string {
  const { width, height, gap } = PANEL;
  const parts = PANELS.map((panel, at) => {
    const [x, y] = [(at % 2) * (width + gap), Math.floor(at / 2) * (height + gap)];
    return `<g transform="translate(${x},${y})">${panelOf(panel, runs)}</g>`;
  });
  const names = Object.keys(COLOURS).filter((name) =>
    name === "C" ? runs.some(({ decoder }) => decoder !== undefined) : runs.some(({ asked }) => name in asked)
  );
  const legend = names.map((name, at) =>
    `<g transform="translate(${PANEL.left + 110 * at},0)"><path d="M0 0H18" stroke="${
      COLOURS[name]
    }" stroke-width="3"/>` +
    `<text x="24" y="4">${name}</text></g>`
  ).join("");
  const [wide, high] = [2 * width + gap, 2 * (height + gap)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high + 20}" role="img" ` +
    `aria-label="Time, memory and bytes per event over the size of the trace">\n` +
    `<style>text{font:12px system-ui,sans-serif;fill:#495057}.grid{stroke:#adb5bd;stroke-width:.5}` +
    `path{fill:none}@media(prefers-color-scheme:dark){text{fill:#ced4da}.grid{stroke:#495057}}</style>\n` +
    `${parts.join("\n")}\n<g transform="translate(0,${high})">${legend}</g>\n</svg>\n`;
}

function panelOf({ title, unit, figures }: Panel, runs: readonly SizeRun[]): string {
  const { width, height, left, right, top } = PANEL;
  const points = runs.map((run) => ({ events: run.events, figures: figures(run, runs) }));
  const values = points.flatMap((point) => Object.values(point.figures)).filter((value) => value > 0);
  const [low, high] = decades(values), [first, last] = decades(points.map(({ events }) => events));
  const x = (events: number): number =>
    left + (width - left - right) * (Math.log10(events) - first) / (last - first);
  const y = (value: number): number => height - (height - top) * (Math.log10(value) - low) / (high - low);
  const grid = powersOfTen(low, high).map((value) =>
    `<path class="grid" d="M${left} ${y(value).toFixed(1)}H${width - right}"/>` +
    `<text x="${left - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${shown(value)} ${unit}</text>`
  );
  const sizes = points.map(({ events }) =>
    `<text x="${x(events).toFixed(1)}" y="${height + 16}" text-anchor="middle">${events / 1e6} M</text>`
  );
  const lines = Object.entries(COLOURS).map(([name, colour]) => {
    const own = points.filter((point) => (point.figures[name] ?? 0) > 0)
      .map((point) => [x(point.events), y(point.figures[name]!)] as const);
    const path = own.map(([px, py], at) => `${at === 0 ? "M" : "L"}${px.toFixed(1)} ${py.toFixed(1)}`).join(
      "",
    );
    const dots = own.map(([px, py]) =>
      `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="3" fill="${colour}"/>`
    );
    return own.length === 0 ? "" : `<path d="${path}" stroke="${colour}" stroke-width="2"/>${dots.join("")}`;
  });
  return `<text x="${left}" y="18" font-weight="600">${
    typeof title === "string" ? title : title(runs)
  }</text>` +
    [...grid, ...sizes, ...lines].join("");
}

/** The powers of ten around the values, at least one apart. */
function decades(values: readonly number[]): [number, number] {
  const low = Math.floor(Math.log10(Math.min(...values)));
  return [low, Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))];
}

function powersOfTen(low: number, high: number): number[] {
  return Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
}

function shown(value: number): string {
  return value >= 1 ? String(value) : value.toPrecision(1);
}
