#!/bin/sh
# The first five tasks with curl: a token, a reference photo, an authentication, its attempt, an execution.
#
# The second photo is another one of the person: the registered one is refused when it comes again.
# The client needs the scopes faces:write, faces:authenticate, attempts:read and
# executions:write.
#
#   CONFERE_URL=http://127.0.0.1:8080 CLIENT_ID=cli_... CLIENT_SECRET=... \
#     sh first-tasks.sh 12345678909 registered.jpg selfie.jpg
set -eu
cpf=$1
registered=$2
selfie=$3
order=order-$(date +%s)-$$

# Takes the first member of a name out of an answer. A real program parses the JSON.
member() { tr '{,' '\n\n' | sed -n "s/^\"$1\":\"\{0,1\}\([^\"}]*\).*/\1/p" | head -n 1; }

# region token
answer=$(curl -sSf -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials \
  "$CONFERE_URL/oauth2/token")
# endregion
token=$(echo "$answer" | member access_token)

# region register
answer=$(curl -sSf -X PUT "$CONFERE_URL/v1/people/$cpf/face" -H "Authorization: Bearer $token" \
  -H 'Content-Type: image/jpeg' -H 'X-Legal-Basis: consent' --data-binary "@$registered")
# endregion
echo "registered"

# region authenticate
answer=$(printf '{"peopleId":"%s","imageUrl":"data:image/jpeg;base64,%s"}' \
  "$cpf" "$(base64 <"$selfie" | tr -d '\n')" |
  curl -sSf "$CONFERE_URL/v1/face-authentications" -H "Authorization: Bearer $token" \
    -H 'Content-Type: application/json' -H "Idempotency-Key: $order" --data-binary @-)
# endregion
echo "match $(echo "$answer" | member isMatch)"
attempt=$(echo "$answer" | sed -n 's/.*"id":"\(att_[^"]*\)".*/\1/p')

# region attempt
answer=$(curl -sSf "$CONFERE_URL/v1/face-authentications/$attempt" \
  -H "Authorization: Bearer $token")
# endregion
echo "attempt $(echo "$answer" | sed -n 's/.*"id":"\(att_[^"]*\)".*/\1/p')"

# region execution
answer=$(curl -sSf "$CONFERE_URL/v1/executions" -H "Authorization: Bearer $token" \
  -H 'Content-Type: application/json' -H 'Prefer: wait=10' \
  -d "{\"templateId\":\"tpl_default_person\",\"cpf\":\"$cpf\"}")
# endregion
echo "execution $(echo "$answer" | member status)"
