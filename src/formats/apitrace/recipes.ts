/**
 * Recipes for recordings of API calls.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";
import { SEVERAL_TRACES_CHAPTER } from "../run_recipes.ts";
import { SCRIPTS_CHAPTER } from "../script_recipes.ts";

const MAPPED = ["apitrace/real-mapped.trace"];
const SHADERS = ["apitrace/real-shaders.trace"];
const THREADS = ["apitrace/real-threads4.trace"];
const ARRAYS = ["apitrace/real-userarrays.trace"];
const GEARS = ["apitrace/real-es2gears-sigterm.trace"];

/** Recipes about calls of a graphics API. */
export const callChapters: readonly Chapter[] = [{
  title: "API calls",
  recipes: recipes({ sample: THREADS }, {
    "Which functions are called most?": "calls | by name | top 10 by count",
    "Which functions are called most on which thread?": {
      query: "calls | by name pivot thread: n = count() | take 8",
      note: "A column per thread, named after it.",
    },
    "Which calls took longest on each thread?": [
      "calls | extend spent = leave - enter | top 2 by spent per thread",
      "  | select thread, no, name, spent",
    ],
    "Which families of functions are called most?": {
      query: [
        "calls | by family = extract(name, /^(?:gl|glX|egl)([A-Z][a-z]+)/, 1)",
        "  | top 6 by count",
      ],
      note: "glVertex2f and glVertex3fv are both Vertex.",
    },
    "How does the duration of calls change over time?": [
      "calls | extend took = leave - enter",
      "  | timeline every 20% median(took), p99(took), argmax(name, took)",
    ],
    "Which functions are called most within a frame?": [
      "calls | by name, frame: n = count()",
      "  | by name: most = max(n), mean = avg(n) | top 5 by most",
    ],
    "Which frame uploads most?": {
      query: "frames | top 3 by bytes | select frame, calls, uploads, bytes",
      sample: MAPPED,
    },
    "Which functions upload most?": {
      query: [
        "calls | where blob_bytes > 0",
        "  | by name: n = count(), bytes = sum(blob_bytes) | sort bytes desc",
      ],
      sample: ARRAYS,
    },
    "Which frames have the most calls?":
      "frames | top 3 by calls | select frame, calls, draws, threads, stream_bytes",
    "Which calls are redundant?": {
      query: "calls | where redundant | by name",
      sample: ["apitrace/real-glmark2-build.trace"],
      note: "A call is redundant if it repeats the previous call on its thread, with the same arguments.",
    },
    "Which calls set state to the value it already has?": {
      query: 'calls | where name ~ "gl*" | by normal: n = count() | where n > 1 | top 5 by n',
      sample: SHADERS,
      note: "Counts equal calls anywhere; whether one was needed depends on the calls between.",
    },
    "Which texture, buffer or shader leaked?": {
      query: "objects | where deleted is null | select type, object, size, uploads, made",
      sample: GEARS,
    },
    "Which calls created the objects that leak?": {
      query: "leaks | by type, name | sort type",
      sample: GEARS,
    },
    "How much do objects hold, by kind?": {
      query: [
        "objects",
        "  | by type: made = count(), kept = count() if deleted is null, sum(size)",
      ],
      sample: MAPPED,
    },
    "Which objects of the first frame were never deleted?": {
      query: "live @ frame 0 | by type, name",
      sample: GEARS,
    },
    "Which equal data is uploaded more than once?": {
      query: [
        "args | where bytes > 0 | by hash: times = count(), bytes = sum(bytes)",
        "  | where times > 1 | top 3 by bytes",
      ],
      sample: ARRAYS,
    },
    "Which values is this function called with?": {
      query: 'calls | where name == "glUniform4f" | by arg("location"), arg("v1") | take 4',
      sample: SHADERS,
    },
    "What was in the memory passed to a call?": {
      query: 'calls | where name == "glVertexPointer" | select no, f32("pointer") | take 3',
      sample: ARRAYS,
    },
    "Which shaders did the program compile?": {
      query: 'objects | where type == "shader" | select object, made, source',
      sample: SHADERS,
    },
    "Which thread draws, and in which frames?": [
      'calls | where class has "render"',
      "  | by thread: draws = count(), distinct(frame), first(frame), last(frame)",
      "  | sort thread",
    ],
    "Which calls never returned?": {
      query: "calls | where incomplete | select no, thread, name, frame",
      sample: GEARS,
      note: "The last call of a program that crashed or was killed.",
    },
    "How much happens in each debug group?": {
      query: "groups | select path, frame, calls, draws, bytes",
      sample: SHADERS,
    },
    "Where in the program do draws come from?": {
      query: "calls | where stack is not null | by name, func_at(stack, 0) | top 5 by count",
      sample: ["apitrace/real-backtrace.trace"],
    },
  }),
}, {
  title: SEVERAL_TRACES_CHAPTER,
  recipes: recipes({ sample: ["a=apitrace/real-userarrays.trace", "b=apitrace/real-backtrace.trace"] }, {
    "What changed between two API traces, call by call?": {
      query: "changes calls of a, calls of b by normal | take 4",
      note: "The column normal is the call without addresses, which differ from run to run.",
    },
  }),
}, {
  title: SCRIPTS_CHAPTER,
  recipes: recipes({ sample: THREADS }, {
    "Fail when a frame draws too much": 'assert frames | summarize max(draws) <= 100 : "at most 100 draws"',
  }),
}];
