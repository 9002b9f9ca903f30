// Receives webhooks with Go's standard library.
//
//	WEBHOOK_SECRET=whsec_... go run main.go 3000
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// #region verify
// verify says whether a request was signed with the secret within the last five minutes. The body is as it came.
func verify(secret string, headers http.Header, body []byte) error {
	sentAt := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return errors.New("too old, or of the future")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(headers.Get("webhook-id") + "." + sentAt + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, one := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(one), []byte(expected)) {
			return nil
		}
	}
	return errors.New("no good signature")
}

// #endregion

func main() {
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err == nil {
			err = verify(os.Getenv("WEBHOOK_SECRET"), request.Header, body)
		}
		var event struct{ Type string }
		if err == nil {
			err = json.Unmarshal(body, &event)
		}
		if err != nil {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		fmt.Println("verified", event.Type)
		response.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
