/**
 * The text predicates of queries.
 * @module
 */

import { containsPattern, globPattern, regexPattern } from "./text_pattern.ts";
import { WorkMeter } from "./work_meter.ts";

/** The predicate of a match expression. Long work is counted by the meter, whose check may stop the work. */
export function textTest(
  how: "glob" | "regex" | "contains" | "startswith" | "endswith" | "equal",
  pattern: string,
  flags: string,
  meter: WorkMeter = new WorkMeter(),
): (text: string) => boolean {
  switch (how) {
    case "contains": {
      const wanted = containsPattern(pattern);
      return (text) => wanted.test(text, meter);
    }
    case "equal":
      return (text) => text === pattern;
    case "startswith":
      return (text) => text.startsWith(pattern);
    case "endswith":
      return (text) => text.endsWith(pattern);
    case "regex": {
      const expression = regexPattern(pattern, flags);
      return (text) => expression.test(text, meter);
    }
    case "glob": {
      const glob = globPattern(pattern);
      if (pattern.includes("/")) return (text) => glob.test(text, meter);
      return (text) => {
        if (glob.test(text, meter)) return true;
        // A pattern without a slash also matches the name of a file in any folder.
        const slash = text.lastIndexOf("/");
        return slash >= 0 && glob.test(text.slice(slash + 1), meter);
      };
    }
  }
}
