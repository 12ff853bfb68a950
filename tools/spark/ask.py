"""Answers SQL with Spark: a line of JSON with a statement in, a line with its rows or its error out."""

import json
import re
import sys

from pyspark.sql import SparkSession

SETTINGS = {
    "spark.sql.shuffle.partitions": "4",
    "spark.ui.enabled": "false",
    "spark.log.level": "OFF",
    "spark.task.maxFailures": "8",
}


def shown(value):
    """64-bit numbers as texts: JSON readers round them."""
    if value is None or isinstance(value, (bool, float, str)):
        return value
    return str(value)


def main():
    builder = SparkSession.builder.master(sys.argv[1]).appName("quarry")
    for key, value in SETTINGS.items():
        builder = builder.config(key, value)
    for pair in sys.argv[2:]:
        key, _, value = pair.partition("=")
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    print(json.dumps({"version": spark.version}), flush=True)
    for line in sys.stdin:
        if json.loads(line)["sql"] is None:
            # The driver is in the list, too.
            there = spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size() - 1
            print(json.dumps({"rows": [[there]]}), flush=True)
            continue
        try:
            rows = spark.sql(json.loads(line)["sql"]).collect()
            answer = {"rows": [[shown(value) for value in row] for row in rows]}
        except Exception as error:  # the engine's own words are the answer
            # For a nested failure, the last message names the cause.
            found = re.findall(r"\[[A-Z_0-9.]+\][^\n]*", str(error))
            answer = {"error": (found[-1] if found else str(error))[:2000]}
        print(json.dumps(answer), flush=True)
    spark.stop()


main()
