use "team.q"

-- Bytes that a run may lose.
let budget = 64

-- Bytes that a run may hold at once.
let most = 16K

assert lost
  | summarize coalesce(sum(size), 0) <= budget : "what is lost fits the budget"

assert summarize max(live_bytes) <= most : "the heap stays small"
