"""Receives webhooks with Python's standard library.

  WEBHOOK_SECRET=whsec_... python3 receive_webhooks.py 3000
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer


# region verify
def verify(secret, headers, body):
    """Gives the event of a request, or raises ValueError. The body is bytes, as they came."""
    sent_at = headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > 300:
        raise ValueError("too old, or of the future")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{sent_at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    signatures = headers["webhook-signature"].split(" ")
    if not any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures):
        raise ValueError("no good signature")
    return json.loads(body)
# endregion


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verify(os.environ["WEBHOOK_SECRET"], self.headers, body)
        except (ValueError, TypeError, AttributeError):
            return self.answer(400)
        print("verified", event["type"], flush=True)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
