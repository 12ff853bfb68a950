-- Calls that take longer are slow; times of calls count in microseconds.
let slow = 1000

-- Only these calls.
let only = name ~ "*"

calls
  | where leave - enter > slow and only
  | by name: n = count(), longest = max(leave - enter)
  | sort longest desc
