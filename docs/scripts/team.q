-- What this team looks at in every memory trace.
use "places.q"

-- Leaks of fewer bytes are noise.
let small = 16

-- Leaks that somebody should look at.
let lost = leaks | where size >= small and ours

-- Rows and bytes by place, the largest first.
let by_place(rows) = rows | by place
