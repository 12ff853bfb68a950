-- Code that we wrote, and not what it calls.
let ours = file is not null

-- A place as editors open it.
let place = concat(base(file), ":", line)
