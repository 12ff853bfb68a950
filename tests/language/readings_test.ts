/**
 * Suggested queries for every text of the lists of guesses, and for some in other languages, the likeliest first. `--
 * --update` rewrites `readings.txt`, for review.
 */
import { assertEquals } from "@std/assert";
import { interpretationsOf } from "../../src/language/reading/interpretations.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { CATALOGS } from "../query/analysis/binding.ts";
import { listNamed, LISTS } from "../questions/guesses/guessing.ts";
import { sampleSession } from "../support/sample_session.ts";

const GOLDEN = new URL("readings.txt", import.meta.url);

/** Forms of queries in other languages that users know. */
const FORMS: readonly string[] = [
  ...[
    "SELECT * FROM allocs",
    "select func, count(*) from allocs where size > 100 group by func order by count(*) desc limit 5",
    "select distinct func from leaks",
    "select sum(size) as total, avg(size) from allocs where func like 'main%'",
    "select func, max(size) m from allocs group by func having max(size) > 10",
    "select * from leaks where func is not null and size between 1 and 5",
    "select count(distinct func) from events",
    "select a.func from allocs a join leaks b on a.seq = b.seq",
    "select top 5 * from leaks",
    "select * from leaks order by size limit 3 offset 2",
    "select func from leaks where func in ('a', 'b')",
    "select case when size > 1 then 'x' else 'y' end from leaks",
  ],
  ...[
    "from allocs | filter size > 100 | group func (aggregate {count this}) | sort {-count} | take 5",
    "from leaks | select {func, size} | take 3",
    "from allocs | derive {kb = size / 1024} | filter kb > 1",
    "from allocs | aggregate {total = sum size, n = count this}",
    "allocs | summarize count() by func | order by count_ desc | take 5",
    "leaks | where size > 100 | project func, size",
    "leaks | extend kb = size / 1024 | top 3 by kb",
    "leaks | summarize total = sum(size) by func, file",
    "allocs | summarize dcount(func)",
    "leaks | limit 3",
    "leaks | where func has 'main' and size !in (1, 2)",
    "index=allocs size>100 | stats count by func | sort -count | head 5",
    "allocs | stats sum(size) as total by func",
    "leaks | eval kb=size/1024 | table func kb",
    "leaks | top limit=3 func",
    "leaks | dedup func",
    "allocs | timechart span=100 count by func",
    "leaks | rename size as bytes | fields func bytes",
  ],
  ...[
    'df[df["size"] > 100]',
    'df.groupby("func")["size"].sum()',
    "allocs.groupby('func').size().sort_values(ascending=False).head(5)",
    "leaks.nlargest(3, 'size')",
    "leaks.sort_values('size', ascending=False)[:3]",
    "allocs['func'].value_counts()",
    "allocs[['func', 'size']].head()",
    "leaks.query('size > 100')",
    "allocs.agg({'size': 'max'})",
    "leaks.drop(columns=['func'])",
    "leaks.describe()",
    "allocs.filter(pl.col('size') > 100).group_by('func').agg(pl.sum('size'))",
    "leaks.select('func', 'size').limit(3)",
    "allocs %>% filter(size > 100) %>% group_by(func) %>% summarise(n = n())",
    "leaks |> arrange(desc(size)) |> head(3)",
    "jq '.[] | select(.size > 100)'",
    "leaks.filter(x => x.size > 100).map(x => x.func)",
    "leaks.Where(x => x.size > 100).OrderByDescending(x => x.size).Take(3)",
    "grep main leaks",
    "awk '$2 > 100' leaks",
    "leaks | sort | uniq -c",
    "leaks | wc -l",
    "cut -f1 leaks",
    "allocs | head -n 3",
    "tail -5 events",
  ],
  ...[
    "how many leaks are there",
    "how much memory leaks",
    "how many bytes does main allocate",
    "what is the largest allocation",
    "what leaks",
    "who leaks most",
    "why so slow",
    "which functions allocate more than 1K",
    "which threads free the most",
    "where is memory allocated",
    "when was the peak",
    "show me the 5 biggest leaks",
    "list all functions",
    "count of leaks by file",
    "number of frees per thread",
    "average size of allocations",
    "total bytes by function",
    "biggest blocks at the peak",
    "leaks larger than 1 KB",
    "leaks smaller than 100 bytes",
    "leaks between 10 and 20 bytes",
    "allocations of main",
    "leaks in socket.c",
    "allocations by main and net_read",
    "top ten functions by bytes",
    "first three events",
    "last 5 events",
    "events after 100",
    "frees before 200",
    "allocs not freed",
    "blocks freed by another thread",
    "short lived allocations",
    "longest living blocks",
    "oldest leak",
    "newest leaks",
    "most frequent size",
    "sizes of leaks",
    "histogram of leaks",
    "distribution of size of leaks",
    "histogram of allocations",
    "leaks histogram",
    "size distribution",
    "distribution of life",
    "histogram of size of allocations in main",
    "distribution of sizes of leaks by func",
    "histogram of the 5 largest leaks",
    "histogram of sizes",
    "distribution of size",
    "memory over time",
    "live bytes over time",
    "compare before and after",
    "difference between before and after",
    "functions which leak but are not main",
    "everything allocated in thread 1",
    "all leaks except those from main",
    "leaks from main or net_read",
    "percent of bytes by function",
    "median size by func",
    "p99 of size",
    "unique functions",
    "distinct files",
    "what calls main",
    "call tree of leaks",
    "callers of net_read",
    "is there a leak",
    "are there leaks in main?",
    "leak",
    "leaks?",
    "memory",
    "help",
    "",
    "   ",
    "?",
    "the",
    "which",
    "most",
    "by func please",
    "group leaks by func and line",
    "sort leaks by size descending",
    "leaks sorted by line then size",
    "leaks without a function",
    "leaks with func",
    "functions that start with net",
    "files ending in .c",
    "names containing read",
    "size is 16",
    "size equals 16",
    "size at least 16",
    "size at most 16",
    "size greater than 1k and less than 4k",
    "kind is alloc or free",
    "not in main",
  ],
  "leaks in src/net",
  "leaks in src/net/",
  "leaks in src/net/socket.c",
];

Deno.test("suggested queries for the texts of all lists are as recorded", async () => {
  const session = await sampleSession({ a: "testdata/mpatrol/pool-threads-le64/trace.mtrc" });
  const texts = new Set([...FORMS, ...LISTS.flatMap((list) => listNamed(list).map(({ guess }) => guess))]);
  const lines: string[] = [];
  for (const text of texts) {
    lines.push(JSON.stringify(text));
    const catalogs = FORMS.includes(text)
      ? { a: session.catalog, two: CATALOGS.two!, calls: CATALOGS.apitrace! }
      : { a: session.catalog };
    let before = "";
    for (const [name, catalog] of Object.entries(catalogs)) {
      const found = interpretationsOf(text, catalog, EMPTY_ENVIRONMENT).join("  OR  ");
      if (found !== before) lines.push(`  ${name}: ${found}`);
      before = found;
    }
  }
  session.closeAll();
  const written = lines.join("\n") + "\n";
  if (Deno.args.includes("--update")) await Deno.writeTextFile(GOLDEN, written);
  else assertEquals(written, await Deno.readTextFile(GOLDEN));
});
