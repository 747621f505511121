"""Profiles itself with pyroscope-io while it is busy; the environment says where to and how long."""

import os
import time

import pyroscope


def busy_work(until):
    total = 0
    while time.monotonic() < until:
        for i in range(10_000):
            total += i * i
    return total


pyroscope.configure(
    application_name=os.environ["APPLICATION"],
    server_address=os.environ["SERVER_ADDRESS"],
    tags={"region": "eu-west", "shard": "7"},
    upload_interval=1,
)
busy_work(time.monotonic() + float(os.environ["BUSY_SECONDS"]))
pyroscope.shutdown()
