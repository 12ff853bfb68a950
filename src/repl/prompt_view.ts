/**
 * Makes a view from the state of the editor: prompt, colours, warnings, signature.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { textWidth } from "../base/text_width.ts";
import { elide } from "../render/fit_text.ts";
import { visible } from "../render/visible.ts";
import type { Assistant } from "./assistant.ts";
import type { LineEditor } from "./line_editor.ts";
import { EMPTY_VIEW, type Run, type View } from "./view.ts";

/** The prompt without an open trace. */
const BARE_PROMPT = "quarry> ";
/** Maximum width of trace names in the prompt. */
const NAMES_SHOWN = 24;
/** Width below which the names in the prompt are shortened further. */
const NARROW = 60;

/** The prompts of an entry. */
export interface Prompts {
  /** Before the first line: the open traces. */
  readonly prompt: string;
  /** Before the other lines. */
  readonly continuation: string;
}

/** The prompts for open traces: `run.mtrc> `, `before, after> `, `5 traces> `. */
export function promptsFor(traces: readonly { readonly name: string }[], columns: number): Prompts {
  const room = columns < NARROW ? NAMES_SHOWN / 2 : NAMES_SHOWN;
  const names = traces.map(({ name }) => visible(name)).join(", ");
  const isLong = traces.length > 1 && textWidth(names) > room;
  const prompt = traces.length === 0
    ? BARE_PROMPT
    : `${isLong ? `${traces.length} traces` : elide(names, room)}> `;
  return { prompt, continuation: "...> ".padStart(textWidth(prompt)) };
}
/** Width of the search text beside the entry. */
const SEARCH_SHOWN = 24;

/**
 * Length above which a text was probably pasted, so that handling keys has priority over colours and
 * warnings.
 */
const LONGEST_LIVE = SHOW_LIMITS.liveText.most;

/** Further options of a view. */
interface ViewOptions {
  /** The user is still typing, so unfinished input is not marked. */
  readonly typing: boolean;
  /** Documentation below the line, while it is requested. */
  readonly documentation: readonly (readonly Run[])[];
  /** The prompts before the lines. */
  readonly prompts: Prompts;
}

/** The view of an entry being edited. */
export function promptView(editor: LineEditor, assistant: Assistant, options: ViewOptions): View {
  const { text, cursor, search, menu, suggestion } = editor;
  const long = text.length > LONGEST_LIVE;
  const spans = long ? [] : assistant.colors(text);
  if (search) {
    const failed = search.at < 0 ? "no " : "";
    const wanted = search.wanted.length > SEARCH_SHOWN
      ? "…" + search.wanted.slice(-SEARCH_SHOWN)
      : search.wanted;
    return {
      ...EMPTY_VIEW,
      prompt: `${failed}search "${wanted}": `,
      continuation: options.prompts.continuation,
      text,
      cursor,
      spans,
    };
  }
  const quiet = long || menu || options.documentation.length > 0;
  const signature = quiet ? null : assistant.signature(text, cursor);
  return {
    ...options.prompts,
    text,
    cursor,
    spans,
    suggestion,
    menu,
    marks: menu || long ? [] : assistant.marks(text, cursor, options.typing),
    below: [...(signature ? [signature] : []), ...options.documentation],
  };
}
