// Small clients, one file each, without a dependency beyond the language and, in Python, the package cryptography. The samples
// of all calls use them. test/src/docs/samples.slow.test.ts runs them against a live service.

export const pythonClient = `
import base64, json, os, time, urllib.error, urllib.parse, urllib.request
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

URL = os.environ["SPECIE_URL"]
AGENT = {"User-Agent": "acme-treasury/1.0"}

with open("specie-key.pem", "rb") as file:
    private_key = serialization.load_pem_private_key(file.read(), password=None)
public_key = base64.b64encode(private_key.public_key().public_bytes(
    serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)).decode()


def canonical(fields):
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False) if fields else ""


def send(path, data=None, headers={}):
    request = urllib.request.Request(URL + path, data=data, headers={**AGENT, **headers})
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        return json.load(error)


def signed(name, fields, data, content_type):
    path = "/api/v1/private/" + name
    nonce = str(time.time_ns() // 1_000_000)
    signature = private_key.sign((path + canonical(fields) + nonce).encode(), ec.ECDSA(hashes.SHA256()))
    return send(path, data, {
        "Content-Type": content_type,
        "x-app-public-key": public_key,
        "x-app-nonce": nonce,
        "x-app-signed-data": base64.urlsafe_b64encode(signature).decode(),
    })


def call(name, fields={}):
    data = urllib.parse.urlencode(fields).encode()
    return signed(name, fields, data, "application/x-www-form-urlencoded")


def call_json(name, fields):
    return signed(name, fields, canonical(fields).encode(), "application/json")


def get(path):
    return send(path)


def sandbox(path, fields={}):
    return send("/sandbox/v1/" + path, json.dumps(fields).encode(), {"Content-Type": "application/json"})
`.trim()

export const goClient = `
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
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

type Fields map[string]any

var privateKey = readKey("specie-key.pem")

func readKey(file string) *ecdsa.PrivateKey {
	text := must(os.ReadFile(file))
	block, _ := pem.Decode(text)
	if key, err := x509.ParseECPrivateKey(block.Bytes); err == nil {
		return key
	}
	return must(x509.ParsePKCS8PrivateKey(block.Bytes)).(*ecdsa.PrivateKey)
}

// Go sorts the keys of a map; what it escapes for HTML must stay as it is.
func canonical(fields Fields) string {
	if len(fields) == 0 {
		return ""
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(fields); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(out.String(), "\\n")
}

func send(method, path, body string, headers map[string]string) string {
	request := must(http.NewRequest(method, os.Getenv("SPECIE_URL")+path, strings.NewReader(body)))
	request.Header.Set("User-Agent", "acme-treasury/1.0")
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response := must(http.DefaultClient.Do(request))
	defer response.Body.Close()
	return string(must(io.ReadAll(response.Body)))
}

func signed(name string, fields Fields, body, contentType string) string {
	path := "/api/v1/private/" + name
	nonce := strconv.FormatInt(time.Now().UnixMilli(), 10)
	hash := sha256.Sum256([]byte(path + canonical(fields) + nonce))
	signature := must(ecdsa.SignASN1(rand.Reader, privateKey, hash[:]))
	publicKey := must(x509.MarshalPKIXPublicKey(&privateKey.PublicKey))
	return send("POST", path, body, map[string]string{
		"Content-Type":      contentType,
		"x-app-public-key":  base64.StdEncoding.EncodeToString(publicKey),
		"x-app-nonce":       nonce,
		"x-app-signed-data": base64.RawURLEncoding.EncodeToString(signature),
	})
}

func Call(name string, fields Fields) string {
	form := url.Values{}
	for field, value := range fields {
		form.Set(field, value.(string))
	}
	return signed(name, fields, form.Encode(), "application/x-www-form-urlencoded")
}

func CallJSON(name string, fields Fields) string {
	return signed(name, fields, canonical(fields), "application/json")
}

func Get(path string) string {
	return send("GET", path, "", nil)
}

func Sandbox(path string, fields Fields) string {
	body := must(json.Marshal(fields))
	return send("POST", "/sandbox/v1/"+path, string(body), map[string]string{"Content-Type": "application/json"})
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
`.trim()

export const javaClient = `
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.security.spec.*;
import java.util.*;
import java.util.stream.Collectors;

/** Java 17 or newer. The key is PKCS #8, as openssl genpkey writes it. */
class Specie {
  private static final HttpClient http = HttpClient.newHttpClient();
  private static final PrivateKey privateKey = readKey("specie-key.pem", "PRIVATE");
  /** openssl pkey -in specie-key.pem -pubout -out specie-key.pub */
  private static final String publicKey = base64Of("specie-key.pub", "PUBLIC");

  static String call(String name, Map<String, ?> fields) throws Exception {
    String form = fields.entrySet().stream()
        .map(field -> encoded(field.getKey()) + "=" + encoded((String) field.getValue()))
        .collect(Collectors.joining("&"));
    return signed(name, fields, form, "application/x-www-form-urlencoded");
  }

  static String callJson(String name, Map<String, ?> fields) throws Exception {
    return signed(name, fields, json(fields), "application/json");
  }

  static String get(String path) throws Exception {
    return send(request(path).GET());
  }

  static String sandbox(String path, Map<String, ?> fields) throws Exception {
    return send(request("/sandbox/v1/" + path).header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(json(fields))));
  }

  private static String signed(String name, Map<String, ?> fields, String body, String type) throws Exception {
    String path = "/api/v1/private/" + name;
    String nonce = String.valueOf(System.currentTimeMillis());
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(privateKey);
    signature.update((path + (fields.isEmpty() ? "" : json(fields)) + nonce).getBytes(StandardCharsets.UTF_8));
    return send(request(path)
        .header("Content-Type", type)
        .header("x-app-public-key", publicKey)
        .header("x-app-nonce", nonce)
        .header("x-app-signed-data", Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign()))
        .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(System.getenv("SPECIE_URL") + path))
        .header("User-Agent", "acme-treasury/1.0");
  }

  private static String send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  /** Canonical JSON: sorted keys, no white space. */
  private static String json(Object value) {
    if (value instanceof Map<?, ?> map)
      return new TreeMap<>(map).entrySet().stream().map(entry -> json(entry.getKey()) + ":" + json(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    if (value instanceof List<?> list)
      return list.stream().map(Specie::json).collect(Collectors.joining(",", "[", "]"));
    if (!(value instanceof String text)) return String.valueOf(value);
    StringBuilder out = new StringBuilder("\\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\\\') out.append('\\\\').append(c);
      else if (c < ' ') out.append(String.format("\\\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static PrivateKey readKey(String file, String kind) {
    try {
      byte[] der = Base64.getDecoder().decode(base64Of(file, kind));
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  private static String base64Of(String file, String kind) {
    try {
      return Files.readString(Path.of(file)).replaceAll("-----(BEGIN|END) " + kind + " KEY-----|\\\\s", "");
    } catch (java.io.IOException error) {
      throw new IllegalStateException(error);
    }
  }
}
`.trim()
