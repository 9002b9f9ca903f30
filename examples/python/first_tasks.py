"""The first five tasks with Python's standard library: a token, a reference photo, an authentication, its attempt,
an execution. The second photo is another one of the person: the registered one is refused when it comes again.
The client needs the scopes faces:write, faces:authenticate, attempts:read and executions:write.

  CONFERE_URL=http://127.0.0.1:8080 CLIENT_ID=cli_... CLIENT_SECRET=... \
    python3 first_tasks.py 12345678909 registered.jpg selfie.jpg
"""

import base64
import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ["CONFERE_URL"].rstrip("/")


def call(method, path, token, body=None, content_type="application/json", headers=None):
    """Sends a request and gives the parsed answer. Raises urllib.error.HTTPError for an error of the service."""
    data = json.dumps(body).encode() if content_type == "application/json" and body is not None else body
    request = urllib.request.Request(f"{URL}{path}", data=data, method=method)
    request.add_header("Authorization", f"Bearer {token}")
    if data is not None:
        request.add_header("Content-Type", content_type)
    for name, value in (headers or {}).items():
        request.add_header(name, value)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


# region token
def fetch_token(client_id, client_secret):
    form = urllib.parse.urlencode(
        {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
    )
    with urllib.request.urlopen(f"{URL}/oauth2/token", data=form.encode(), timeout=30) as response:
        return json.load(response)["access_token"]

# endregion


def main(cpf, registered_path, selfie_path):
    with open(registered_path, "rb") as file:
        registered = file.read()
    with open(selfie_path, "rb") as file:
        selfie = file.read()
    token = fetch_token(os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])

    # region register
    call("PUT", f"/v1/people/{cpf}/face", token, registered, "image/jpeg", {"X-Legal-Basis": "consent"})
    # endregion
    print("registered")

    # region authenticate
    image = "data:image/jpeg;base64," + base64.b64encode(selfie).decode()
    answer = call(
        "POST",
        "/v1/face-authentications",
        token,
        {"peopleId": cpf, "imageUrl": image},
        headers={"Idempotency-Key": str(uuid.uuid4())},
    )
    # endregion
    print("match", str(answer["isMatch"]).lower())

    # region attempt
    attempt = call("GET", f"/v1/face-authentications/{answer['id']}", token)
    # endregion
    print("attempt", attempt["id"])

    # region execution
    execution = call(
        "POST",
        "/v1/executions",
        token,
        {"templateId": "tpl_default_person", "cpf": cpf},
        headers={"Prefer": "wait=10"},
    )
    # endregion
    print("execution", execution["status"])


if __name__ == "__main__":
    try:
        main(*sys.argv[1:4])
    except urllib.error.HTTPError as error:
        sys.exit(f"{error.code} {error.read().decode()}")
