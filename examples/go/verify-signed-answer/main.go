// Verifies a signed answer that an app handed over, with Go's standard library.
//
//	CONFERE_URL=https://confere.example CLIENT_ID=cli_... \
//	  go run main.go body.json "$SIGNATURE" 12345678909
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math/big"
	"net/http"
	"os"
	"strings"
	"time"
)

type key struct{ Kid, Kty, Crv, X, Y string }

// #region verify
type claims struct {
	Iss, Aud, Jti, PeopleId, AttemptId, Environment, Digest string
	IsMatch                                                 bool
	Exp                                                     int64
}

// verify gives the claims of a signed answer. The body is as it came, keys are those of
// /.well-known/jwks.json. Refuse an AttemptID that you have seen before.
func verify(body []byte, signature string, keys []key, issuer, clientId, peopleId string) (*claims, error) {
	parts := strings.Split(signature, ".")
	if len(parts) != 3 {
		return nil, errors.New("no signed answer")
	}
	var decoded [3][]byte
	for index, part := range parts {
		bytes, err := base64.RawURLEncoding.Strict().DecodeString(part)
		if err != nil {
			return nil, err
		}
		decoded[index] = bytes
	}
	var header struct{ Alg, Typ, Kid string }
	if err := json.Unmarshal(decoded[0], &header); err != nil {
		return nil, err
	}
	if header.Alg != "ES256" || header.Typ != "confere-response+jwt" || len(decoded[2]) != 64 {
		return nil, errors.New("no signed answer")
	}
	public, err := findKey(keys, header.Kid)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	r, s := new(big.Int).SetBytes(decoded[2][:32]), new(big.Int).SetBytes(decoded[2][32:])
	if !ecdsa.Verify(public, sum[:], r, s) {
		return nil, errors.New("no good signature")
	}
	var said claims
	if err := json.Unmarshal(decoded[1], &said); err != nil {
		return nil, err
	}
	digest := sha256.Sum256(body)
	expected := base64.RawURLEncoding.EncodeToString(digest[:])
	switch {
	case said.Iss != issuer || said.Aud != clientId || said.Environment != "live":
		return nil, errors.New("of another service, client or environment")
	case said.PeopleId != peopleId:
		return nil, errors.New("about another person")
	case time.Now().Unix() > said.Exp+5:
		return nil, errors.New("too old")
	case subtle.ConstantTimeCompare([]byte(said.Digest), []byte(expected)) != 1:
		return nil, errors.New("another body")
	}
	return &said, nil
}

func findKey(keys []key, kid string) (*ecdsa.PublicKey, error) {
	for _, one := range keys {
		if one.Kid != kid || one.Kty != "EC" || one.Crv != "P-256" {
			continue
		}
		x, err := base64.RawURLEncoding.DecodeString(one.X)
		if err != nil {
			return nil, err
		}
		y, err := base64.RawURLEncoding.DecodeString(one.Y)
		if err != nil {
			return nil, err
		}
		return &ecdsa.PublicKey{Curve: elliptic.P256(), X: new(big.Int).SetBytes(x), Y: new(big.Int).SetBytes(y)}, nil
	}
	return nil, errors.New("no key of the service")
}

// #endregion

func main() {
	issuer := os.Getenv("CONFERE_URL")
	// A real program keeps the keys, and fetches them again for a kid that it does not know.
	answer, err := http.Get(issuer + "/.well-known/jwks.json")
	if err != nil {
		log.Fatal(err)
	}
	var published struct{ Keys []key }
	if err := json.NewDecoder(answer.Body).Decode(&published); err != nil {
		log.Fatal(err)
	}
	body, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	said, err := verify(body, os.Args[2], published.Keys, issuer, os.Getenv("CLIENT_ID"), os.Args[3])
	if err != nil {
		log.Fatal("refused: ", err)
	}
	verdict := "no match"
	if said.IsMatch {
		verdict = "match"
	}
	fmt.Println(verdict, said.AttemptId)
}
