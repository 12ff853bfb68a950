"""Creates dictionaries, most of them short-lived."""
import time

begun = time.process_time()
kept = []
for each in range(800_000):
    entry = {"name": f"entry {each}", "numbers": [each] * 8, "inner": {"a": each, "b": str(each)}}
    if each % 500 == 0:
        kept.append(entry)
print(f"took {time.process_time() - begun:.6f}")
