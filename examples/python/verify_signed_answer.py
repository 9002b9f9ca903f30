"""Verifies a signed answer that an app handed over. Needs the package `cryptography`.

  CONFERE_URL=https://confere.example CLIENT_ID=cli_... \\
    python3 verify_signed_answer.py body.json "$SIGNATURE" 12345678909
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.request

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256


# region verify
def decode(text):
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def verify(body, signature, *, issuer, keys, client_id, people_id, environment="live"):
    """Gives the claims of a signed answer, or raises ValueError. The body is bytes, as they came.

    `keys` is the list of /.well-known/jwks.json. Refuse an `attemptId` that you have seen before.
    """
    head, claims, code = signature.split(".")
    header = json.loads(decode(head))
    if header.get("alg") != "ES256" or header.get("typ") != "confere-response+jwt":
        raise ValueError("no signed answer")
    key = next((one for one in keys if one["kid"] == header.get("kid") and one["kty"] == "EC"), None)
    numbers = decode(code)
    if key is None or len(numbers) != 64:
        raise ValueError("no key of the service")
    x, y, r, s = (int.from_bytes(part, "big") for part in (decode(key["x"]), decode(key["y"]), numbers[:32], numbers[32:]))
    public = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    try:
        public.verify(utils.encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    except InvalidSignature:
        raise ValueError("no good signature") from None
    said = json.loads(decode(claims))
    expected = {"iss": issuer, "aud": client_id, "peopleId": people_id, "environment": environment}
    for name, value in expected.items():
        if said.get(name) != value:
            raise ValueError(f"another {name}")
    if time.time() > said["exp"] + 5:
        raise ValueError("too old")
    if not hmac.compare_digest(decode(said["digest"]), hashlib.sha256(body).digest()):
        raise ValueError("another body")
    return said
# endregion


def main():
    body_file, signature, people_id = sys.argv[1:]
    issuer = os.environ["CONFERE_URL"]
    # A real program keeps the keys, and fetches them again for a `kid` that it does not know.
    with urllib.request.urlopen(f"{issuer}/.well-known/jwks.json") as answer:
        keys = json.load(answer)["keys"]
    with open(body_file, "rb") as file:
        body = file.read()
    try:
        client_id = os.environ["CLIENT_ID"]
        said = verify(body, signature, issuer=issuer, keys=keys, client_id=client_id, people_id=people_id)
    except (ValueError, KeyError) as error:
        sys.exit(f"refused: {error}")
    print("match" if said["isMatch"] is True else "no match", said["attemptId"])


main()
