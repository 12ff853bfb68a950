/**
 * From the state of the editor to a view: prompt, colours, remarks, signature.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { Assistant } from "./assistant.ts";
import type { LineEditor } from "./line_editor.ts";
import { EMPTY_VIEW, type Run, type View } from "./view.ts";

/** Prompt of the first line. */
export const PROMPT = "quarry> ";
/** Prompt of the lines after it. */
export const CONTINUATION = "   ...> ";
/** Room for the search beside the text. */
const SEARCH_SHOWN = 24;

/** A text beyond this was pasted and not written: keys come before colours and remarks. */
const LONGEST_LIVE = SHOW_LIMITS.liveText.most;

/** What else decides what is shown. */
interface ViewOptions {
  /** The person is still typing: what is only unfinished is not remarked on. */
  readonly typing: boolean;
  /** Documentation below the line, as long as it is wanted. */
  readonly documentation: readonly (readonly Run[])[];
}

/** The view of an entry in the making. */
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
      continuation: CONTINUATION,
      text,
      cursor,
      spans,
    };
  }
  const quiet = long || menu || options.documentation.length > 0;
  const signature = quiet ? null : assistant.signature(text, cursor);
  return {
    prompt: PROMPT,
    continuation: CONTINUATION,
    text,
    cursor,
    spans,
    suggestion,
    menu,
    marks: menu || long ? [] : assistant.marks(text, cursor, options.typing),
    below: [...(signature ? [signature] : []), ...options.documentation],
  };
}
