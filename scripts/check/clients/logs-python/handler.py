"""Sends by the logging handler of python-logging-loki: one entry every so often, until standard input ends. What became of
them is a line of JSON on standard output: how many were handed to the handler, and what that complained of."""

import json
import logging
import os
import sys
import threading

import logging_loki

problems = []


class Handler(logging_loki.LokiHandler):
    def handleError(self, record):
        problems.append(repr(sys.exc_info()[1]))


logger = logging.getLogger("shop")
logger.setLevel(logging.INFO)
logger.addHandler(Handler(url=os.environ["ADDRESS"] + "/loki/api/v1/push", tags={"job": "shop"}, version="1"))

told = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), told.set()), daemon=True).start()
sent = 0
# Each call ends when the server has answered.
while not told.wait(float(os.environ["EVERY_MS"]) / 1000):
    logger.info(os.environ["LINE"].replace("{id}", str(sent)), extra={"tags": {"order": "yes"}})
    sent += 1
print(json.dumps({"sent": sent, "problems": problems}))
