// Signs calls to Specie, places an order, and follows a mint to settlement. It needs the standard library only.
//
//	go run . sign ../../protocol/vectors/signing.json    checks the signing against the test vectors
//	go run .                                             balance, order, mint
//
//	SPECIE_URL      the service, for example http://127.0.0.1:8080
//	SPECIE_KEY      a file with your private key, PKCS #8 in PEM
//	SPECIE_SANDBOX  set it in UAT: the sandbox then sends the money and advances the clock
package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

const form = "application/x-www-form-urlencoded"

func main() {
	ok, err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

func run() (bool, error) {
	if len(os.Args) > 2 && os.Args[1] == "sign" {
		return checkVectors(os.Args[2])
	}
	text, err := os.ReadFile(os.Getenv("SPECIE_KEY"))
	if err != nil {
		return false, err
	}
	key, err := readKey(text)
	if err != nil {
		return false, err
	}
	_, inSandbox := os.LookupEnv("SPECIE_SANDBOX")
	return walk(&client{url: os.Getenv("SPECIE_URL"), key: key}, inSandbox)
}

// ---- Signing ----------------------------------------------------------------------------------

// canonical JSON: Go sorts the keys of a map and writes no white space. No fields at all: nothing.
func canonical(fields any) (string, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(fields); err != nil {
		return "", err
	}
	body := strings.TrimSuffix(text.String(), "\n")
	if body == "{}" {
		return "", nil
	}
	return body, nil
}

// signingString is the path as requested, the canonical body and the nonce, with nothing between them.
func signingString(path, body, nonce string) string {
	return path + body + nonce
}

func sign(key *ecdsa.PrivateKey, text string) (string, error) {
	hash := sha256.Sum256([]byte(text))
	signature, err := ecdsa.SignASN1(rand.Reader, key, hash[:])
	return base64.RawURLEncoding.EncodeToString(signature), err
}

func readKey(text []byte) (*ecdsa.PrivateKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("SPECIE_KEY is not a PEM file")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	private, ok := key.(*ecdsa.PrivateKey)
	if !ok {
		return nil, errors.New("SPECIE_KEY is not an ECDSA key")
	}
	return private, nil
}

// ---- Calls ------------------------------------------------------------------------------------

type fields map[string]string

type client struct {
	url       string
	key       *ecdsa.PrivateKey
	lastNonce int64
	nextCall  time.Time
}

// specieError is what the service answers instead of the result. The message also says what to do next.
type specieError struct {
	Code    string         `json:"code"`
	Message string         `json:"message"`
	TraceID string         `json:"traceid"`
	Details map[string]any `json:"details"`
}

func (e *specieError) Error() string {
	details, _ := json.Marshal(e.Details)
	return fmt.Sprintf("%s: %s\n  details %s\n  trace %s", e.Code, e.Message, details, e.TraceID)
}

// call makes a signed call and reads its answer. A 429 was not carried out, so it is sent again.
func (c *client) call(name string, values fields, answer any) error {
	for {
		err := c.callOnce("/api/v1/private/"+name, values, answer)
		var refused *specieError
		if !errors.As(err, &refused) || refused.Code != "rate_limited" {
			return err
		}
		wait, _ := refused.Details["retry_after_ms"].(float64)
		time.Sleep(time.Duration(wait) * time.Millisecond)
	}
}

func (c *client) callOnce(path string, values fields, answer any) error {
	time.Sleep(time.Until(c.nextCall))
	// A key has one call a second, from when the service admits it: at the latest when it answers.
	defer func() { c.nextCall = time.Now().Add(time.Second) }()

	body, err := canonical(values)
	if err != nil {
		return err
	}
	nonce := c.nonce()
	signature, err := sign(c.key, signingString(path, body, nonce))
	if err != nil {
		return err
	}
	publicKey, err := x509.MarshalPKIXPublicKey(&c.key.PublicKey)
	if err != nil {
		return err
	}
	data := url.Values{}
	for name, value := range values {
		data.Set(name, value)
	}
	return send(c.url+path, data.Encode(), map[string]string{
		"Content-Type":      form,
		"x-app-public-key":  base64.StdEncoding.EncodeToString(publicKey),
		"x-app-nonce":       nonce,
		"x-app-signed-data": signature,
	}, answer)
}

// nonce is the time in milliseconds, and always higher than before, also when the clock is set back.
func (c *client) nonce() string {
	now := time.Now().UnixMilli()
	if now <= c.lastNonce {
		now = c.lastNonce + 1
	}
	c.lastNonce = now
	return strconv.FormatInt(c.lastNonce, 10)
}

func (c *client) sandbox(name string, body map[string]any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return send(c.url+"/sandbox/v1/"+name, string(text), map[string]string{"Content-Type": "application/json"}, nil)
}

func send(address, body string, headers map[string]string, answer any) error {
	request, err := http.NewRequest(http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("User-Agent", "acme-treasury/1.0")
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	decoder := json.NewDecoder(response.Body)
	if response.StatusCode != http.StatusOK {
		refused := &specieError{}
		if err := decoder.Decode(refused); err != nil {
			return fmt.Errorf("%s answered %s", address, response.Status)
		}
		return refused
	}
	if answer == nil {
		return nil
	}
	return decoder.Decode(answer)
}

// ---- Balance, order, mint ---------------------------------------------------------------------

func walk(c *client, inSandbox bool) (bool, error) {
	if inSandbox {
		if err := fund(c); err != nil {
			return false, err
		}
	}
	if err := printBalances(c); err != nil {
		return false, err
	}
	if err := placeOrder(c); err != nil {
		return false, err
	}
	return followMint(c, inSandbox)
}

func fund(c *client) error {
	var key struct {
		InstitutionID string `json:"institutionid"`
	}
	if err := c.call("keyInfo", fields{}, &key); err != nil {
		return err
	}
	wire := map[string]any{"institutionid": key.InstitutionID, "currency": "CHF", "amount": "300000"}
	if err := c.sandbox("wires", wire); err != nil {
		return err
	}
	return c.sandbox("clock/advance", map[string]any{"seconds": 1800})
}

func printBalances(c *client) error {
	var answer struct {
		Balances []struct{ Asset, Available, Pending string }
	}
	if err := c.call("accountBalance", fields{}, &answer); err != nil {
		return err
	}
	for _, balance := range answer.Balances {
		fmt.Printf("balance %s %s, %s pending\n", balance.Available, balance.Asset, balance.Pending)
	}
	return nil
}

func placeOrder(c *client) error {
	var answer struct {
		Order struct {
			Status         string `json:"ordstatus"`
			Bought         string `json:"bought"`
			BoughtCurrency string `json:"bought_currency"`
			Sold           string `json:"sold"`
			SoldCurrency   string `json:"sold_currency"`
		}
		// Both are null when the order was filled.
		Error struct{ Code, Message *string }
	}
	err := c.call("addOrder", fields{
		"timestamp": time.Now().UTC().Format(time.RFC3339),
		// Your own id makes it safe to repeat: the same order with the same id is filled once.
		"clordid":     clientID("order"),
		"symbol":      "VCHF/CHF",
		"side":        "Buy",
		"ordtype":     "Limit",
		"timeinforce": "FOK",
		"orderqty":    "1000",
		"price":       "1.01",
	}, &answer)
	if err != nil {
		return err
	}
	order := answer.Order
	if answer.Error.Code != nil {
		fmt.Printf("order %s: %s: %s\n", order.Status, *answer.Error.Code, *answer.Error.Message)
		return nil
	}
	fmt.Printf("order %s: %s %s for %s %s\n", order.Status, order.Bought, order.BoughtCurrency, order.Sold, order.SoldCurrency)
	return nil
}

type mint struct{ RequestID, Status, TxID string }

func followMint(c *client, inSandbox bool) (bool, error) {
	var now mint
	request := fields{"asset": "VCHF", "blockchain": "ETH", "quantity": "250000", "clreqid": clientID("mint")}
	if err := c.call("mintTokens", request, &now); err != nil {
		return false, err
	}
	for now.Status == "pending" || now.Status == "held" {
		fmt.Println("mint", now.Status)
		if inSandbox {
			if err := c.sandbox("clock/advance", map[string]any{"seconds": 3600}); err != nil {
				return false, err
			}
		}
		var page struct{ SupplyChanges []mint }
		if err := c.call("querySupplyChanges", fields{"requestid": now.RequestID}, &page); err != nil {
			return false, err
		}
		now = page.SupplyChanges[0]
	}
	fmt.Println("mint", now.Status, now.TxID)
	return now.Status == "settled", nil
}

func clientID(kind string) string {
	random := make([]byte, 16)
	_, _ = rand.Read(random)
	return fmt.Sprintf("%s-%x", kind, random)
}

// ---- Test vectors -----------------------------------------------------------------------------

type vector struct {
	Name, Path, ContentType, Body, Nonce string
	Signature                            string `json:"signatureDerBase64url"`
	Valid                                bool
}

// checkVectors asks whether each signature of the file fits what this program would sign: exactly the valid ones must.
func checkVectors(path string) (bool, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	var file struct {
		PrivateKey string `json:"privateKeyPkcs8Pem"`
		Vectors    []vector
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return false, err
	}
	key, err := readKey([]byte(file.PrivateKey))
	if err != nil {
		return false, err
	}
	right := 0
	for _, one := range file.Vectors {
		if fits(&key.PublicKey, one) == one.Valid {
			right++
		} else {
			fmt.Println("wrong:", one.Name)
		}
	}
	fmt.Printf("%d of %d vectors\n", right, len(file.Vectors))
	return right == len(file.Vectors), nil
}

func fits(key *ecdsa.PublicKey, one vector) bool {
	body, err := canonical(fieldsOf(one))
	if err != nil {
		return false
	}
	bodies := []string{body}
	if body == "" {
		bodies = append(bodies, "{}") // nothing may also be signed as an empty object
	}
	signature, err := base64.RawURLEncoding.DecodeString(one.Signature)
	if err != nil {
		return false
	}
	for _, body := range bodies {
		hash := sha256.Sum256([]byte(signingString(one.Path, body, one.Nonce)))
		if ecdsa.VerifyASN1(key, hash[:], signature) {
			return true
		}
	}
	return false
}

func fieldsOf(one vector) any {
	values := map[string]any{}
	if one.ContentType != form {
		decoder := json.NewDecoder(strings.NewReader(one.Body))
		decoder.UseNumber() // a number is signed as it is written
		_ = decoder.Decode(&values)
		return values
	}
	data, _ := url.ParseQuery(one.Body)
	for name := range data {
		values[name] = data.Get(name)
	}
	return values
}
