// The first five tasks with Go's standard library: a token, a reference photo, an authentication, its attempt, an
// execution. The second photo is another one of the person: the registered one is refused when it comes again.
// The client needs the scopes faces:write, faces:authenticate, attempts:read and executions:write.
//
//	CONFERE_URL=http://127.0.0.1:8080 CLIENT_ID=cli_... CLIENT_SECRET=... \
//	  go run main.go 12345678909 registered.jpg selfie.jpg
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

var (
	base   = strings.TrimRight(os.Getenv("CONFERE_URL"), "/")
	client = &http.Client{Timeout: 30 * time.Second}
)

// send gives the parsed answer and ends the program when the service answers with an error.
func send(method, path string, body []byte, headers map[string]string) map[string]any {
	request, err := http.NewRequest(method, base+path, bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	if response.StatusCode >= 300 {
		log.Fatalf("%d %s", response.StatusCode, text)
	}
	var answer map[string]any
	if err := json.Unmarshal(text, &answer); err != nil {
		log.Fatal(err)
	}
	return answer
}

func main() {
	cpf := os.Args[1]
	registered, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	selfie, err := os.ReadFile(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	// #region token
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {os.Getenv("CLIENT_ID")}, "client_secret": {os.Getenv("CLIENT_SECRET")}}
	token := send("POST", "/oauth2/token", []byte(form.Encode()), map[string]string{"Content-Type": "application/x-www-form-urlencoded"})["access_token"].(string)
	bearer := "Bearer " + token
	// #endregion

	// #region register
	send("PUT", "/v1/people/"+cpf+"/face", registered, map[string]string{"Authorization": bearer, "Content-Type": "image/jpeg", "X-Legal-Basis": "consent"})
	// #endregion
	fmt.Println("registered")

	// #region authenticate
	body, _ := json.Marshal(map[string]string{"peopleId": cpf, "imageUrl": "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(selfie)})
	key := fmt.Sprint(time.Now().UnixNano())
	answer := send("POST", "/v1/face-authentications", body, map[string]string{"Authorization": bearer, "Content-Type": "application/json", "Idempotency-Key": key})
	// #endregion
	fmt.Println("match", answer["isMatch"])

	attempt := answer["id"].(string)
	// #region attempt
	send("GET", "/v1/face-authentications/"+attempt, nil, map[string]string{"Authorization": bearer})
	// #endregion
	fmt.Println("attempt", attempt)

	// #region execution
	body, _ = json.Marshal(map[string]string{"templateId": "tpl_default_person", "cpf": cpf})
	execution := send("POST", "/v1/executions", body, map[string]string{"Authorization": bearer, "Content-Type": "application/json", "Prefer": "wait=10"})
	// #endregion
	fmt.Println("execution", execution["status"])
}
