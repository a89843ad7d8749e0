// Signs calls to Specie, places an order, and follows a mint to settlement. Java 17; the standard library only.
//
//   java Specie.java sign ../../protocol/vectors/signing.json    checks the signing against the test vectors
//   java Specie.java                                             balance, order, mint
//
// SPECIE_URL      the service, for example http://127.0.0.1:8080
// SPECIE_KEY      a file with your private key, PKCS #8 in PEM
// SPECIE_SANDBOX  set it in UAT: the sandbox then sends the money and advances the clock

import java.math.BigDecimal;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

public final class Specie {
    static final String FORM = "application/x-www-form-urlencoded";

    public static void main(String[] args) throws Exception {
        try {
            boolean done = args.length > 1 && args[0].equals("sign")
                ? checkVectors(object(Json.parse(Files.readString(Path.of(args[1])))))
                : walk(new Client(System.getenv("SPECIE_URL"), Files.readString(Path.of(System.getenv("SPECIE_KEY")))),
                    System.getenv("SPECIE_SANDBOX") != null);
            System.exit(done ? 0 : 1);
        } catch (SpecieError error) {
            System.err.println(error.getMessage());
            System.exit(1);
        }
    }

    // ---- Signing ------------------------------------------------------------------------------

    /** What is signed for the body: its canonical JSON. No fields at all: nothing. */
    static String signedBody(Map<String, ?> fields) {
        return fields.isEmpty() ? "" : Json.write(fields);
    }

    /** The path as requested, the canonical body and the nonce, with nothing between them. */
    static String signingString(String path, String body, String nonce) {
        return path + body + nonce;
    }

    static String sign(PrivateKey key, String text) throws GeneralSecurityException {
        Signature ecdsa = Signature.getInstance("SHA256withECDSA");
        ecdsa.initSign(key);
        ecdsa.update(text.getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(ecdsa.sign());
    }

    static boolean verifies(PublicKey key, String text, byte[] signature) {
        try {
            Signature ecdsa = Signature.getInstance("SHA256withECDSA");
            ecdsa.initVerify(key);
            ecdsa.update(text.getBytes(StandardCharsets.UTF_8));
            return ecdsa.verify(signature);
        } catch (GeneralSecurityException malformed) {
            return false;
        }
    }

    /** The public key is the end of the private one: its point, which PKCS #8 has in its last 65 bytes. */
    static KeyPair keyPair(String pem) throws GeneralSecurityException {
        byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]+-----", ""));
        KeyFactory factory = KeyFactory.getInstance("EC");
        byte[] spki = Base64.getDecoder().decode("MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE" + "A".repeat(86) + "==");
        System.arraycopy(der, der.length - 65, spki, spki.length - 65, 65);
        return new KeyPair(
            factory.generatePublic(new X509EncodedKeySpec(spki)), factory.generatePrivate(new PKCS8EncodedKeySpec(der)));
    }

    // ---- Calls --------------------------------------------------------------------------------

    /** What the service answers instead of the result. The message also says what to do next. */
    static final class SpecieError extends RuntimeException {
        final String code;
        final Map<String, Object> details;

        SpecieError(Map<String, Object> body) {
            super("%s: %s%n  details %s%n  trace %s".formatted(
                body.get("code"), body.get("message"), Json.write(body.get("details")), body.get("traceid")));
            code = (String) body.get("code");
            details = object(body.get("details"));
        }
    }

    static final class Client {
        private final HttpClient http = HttpClient.newHttpClient();
        private final String url;
        private final PrivateKey key;
        private final String publicKey;
        private long lastNonce;
        private long nextCall = System.nanoTime();

        Client(String url, String pem) throws GeneralSecurityException {
            KeyPair pair = keyPair(pem);
            this.url = url;
            key = pair.getPrivate();
            publicKey = Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
        }

        /** A signed call. A 429 was not carried out, so it is sent again. */
        Map<String, Object> call(String name, Map<String, String> fields) throws Exception {
            while (true) {
                try {
                    return callOnce("/api/v1/private/" + name, fields);
                } catch (SpecieError error) {
                    if (!error.code.equals("rate_limited")) throw error;
                    Thread.sleep(((BigDecimal) error.details.get("retry_after_ms")).longValue());
                }
            }
        }

        private Map<String, Object> callOnce(String path, Map<String, String> fields) throws Exception {
            Thread.sleep(Math.max(0, (nextCall - System.nanoTime()) / 1_000_000 + 1));
            String nonce = nonce();
            String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
            try {
                return send(path, body,
                    "Content-Type", FORM,
                    "x-app-public-key", publicKey,
                    "x-app-nonce", nonce,
                    "x-app-signed-data", sign(key, signingString(path, signedBody(fields), nonce)));
            } finally {
                // A key has one call a second, from when the service admits it: at the latest when it answers.
                nextCall = System.nanoTime() + 1_000_000_000;
            }
        }

        /** The time in milliseconds, and always higher than before, also when the clock is set back. */
        private String nonce() {
            lastNonce = Math.max(System.currentTimeMillis(), lastNonce + 1);
            return Long.toString(lastNonce);
        }

        Map<String, Object> sandbox(String name, Map<String, Object> fields) throws Exception {
            return send("/sandbox/v1/" + name, Json.write(fields), "Content-Type", "application/json");
        }

        private Map<String, Object> send(String path, String body, String... headers) throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("User-Agent", "acme-treasury/1.0")
                .headers(headers)
                .POST(BodyPublishers.ofString(body))
                .build();
            var response = http.send(request, BodyHandlers.ofString());
            Map<String, Object> answer = object(Json.parse(response.body()));
            if (response.statusCode() != 200) throw new SpecieError(answer);
            return answer;
        }
    }

    // ---- Balance, order, mint -----------------------------------------------------------------

    static boolean walk(Client client, boolean inSandbox) throws Exception {
        if (inSandbox) {
            Object institution = client.call("keyInfo", Map.of()).get("institutionid");
            client.sandbox("wires", Map.of("institutionid", institution, "currency", "CHF", "amount", "300000"));
            client.sandbox("clock/advance", Map.of("seconds", 1800));
        }

        for (Object entry : list(client.call("accountBalance", Map.of()).get("balances"))) {
            Map<String, Object> balance = object(entry);
            System.out.printf("balance %s %s, %s pending%n",
                balance.get("available"), balance.get("asset"), balance.get("pending"));
        }

        Map<String, Object> answer = client.call("addOrder", Map.of(
            "timestamp", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            // Your own id makes it safe to repeat: the same order with the same id is filled once.
            "clordid", "order-" + UUID.randomUUID(),
            "symbol", "VCHF/CHF",
            "side", "Buy",
            "ordtype", "Limit",
            "timeinforce", "FOK",
            "orderqty", "1000",
            "price", "1.01"));
        Map<String, Object> order = object(answer.get("order"));
        Map<String, Object> error = object(answer.get("error"));
        if (error.get("code") != null)
            System.out.printf("order %s: %s: %s%n", order.get("ordstatus"), error.get("code"), error.get("message"));
        else
            System.out.printf("order %s: %s %s for %s %s%n", order.get("ordstatus"),
                order.get("bought"), order.get("bought_currency"), order.get("sold"), order.get("sold_currency"));

        Map<String, Object> mint = client.call("mintTokens", Map.of(
            "asset", "VCHF", "blockchain", "ETH", "quantity", "250000", "clreqid", "mint-" + UUID.randomUUID()));
        while (List.of("pending", "held").contains(mint.get("status"))) {
            System.out.println("mint " + mint.get("status"));
            if (inSandbox) client.sandbox("clock/advance", Map.of("seconds", 3600));
            Map<String, String> which = Map.of("requestid", (String) mint.get("requestid"));
            mint = object(list(client.call("querySupplyChanges", which).get("supplychanges")).get(0));
        }
        System.out.println("mint " + mint.get("status") + " " + mint.get("txid"));
        return mint.get("status").equals("settled");
    }

    // ---- Test vectors -------------------------------------------------------------------------

    /** Whether each signature of the file fits what this program would sign: exactly the valid ones must. */
    static boolean checkVectors(Map<String, Object> file) throws GeneralSecurityException {
        PublicKey key = keyPair((String) file.get("privateKeyPkcs8Pem")).getPublic();
        List<Object> vectors = list(file.get("vectors"));
        int right = 0;
        for (Object entry : vectors) {
            Map<String, Object> vector = object(entry);
            if (vector.get("valid").equals(fits(key, vector))) right++;
            else System.out.println("wrong: " + vector.get("name"));
        }
        System.out.printf("%d of %d vectors%n", right, vectors.size());
        return right == vectors.size();
    }

    static boolean fits(PublicKey key, Map<String, Object> vector) {
        String body = (String) vector.get("body");
        Map<String, Object> fields = vector.get("contentType").equals(FORM) ? parseForm(body) : object(Json.parse(body));
        byte[] signature;
        try {
            signature = Base64.getUrlDecoder().decode((String) vector.get("signatureDerBase64url"));
        } catch (IllegalArgumentException malformed) {
            return false;
        }
        // Nothing may also be signed as an empty object.
        return List.of(signedBody(fields), Json.write(fields)).stream().anyMatch(text -> verifies(
            key, signingString((String) vector.get("path"), text, (String) vector.get("nonce")), signature));
    }

    static Map<String, Object> parseForm(String body) {
        Map<String, Object> fields = new TreeMap<>();
        if (body.isEmpty()) return fields;
        for (String pair : body.split("&")) {
            String[] sides = URLDecoder.decode(pair.replaceFirst("=", "\0"), StandardCharsets.UTF_8).split("\0", 2);
            fields.put(sides[0], sides[1]);
        }
        return fields;
    }

    // ---- JSON: Java has none of its own ---------------------------------------------------------

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object json) {
        return (Map<String, Object>) json;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object json) {
        return (List<Object>) json;
    }

    /** Reads JSON, and writes it in canonical form: keys sorted at every depth, no white space. */
    static final class Json {
        private final String text;
        private int at;

        private Json(String text) {
            this.text = text;
        }

        static Object parse(String text) {
            return new Json(text).value();
        }

        static String write(Object value) {
            if (value instanceof Map<?, ?> map)
                return new TreeMap<>(map).entrySet().stream()
                    .map(member -> quoted((String) member.getKey()) + ":" + write(member.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
            if (value instanceof List<?> list)
                return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
            return value instanceof String string ? quoted(string) : String.valueOf(value);
        }

        private static String quoted(String text) {
            StringBuilder out = new StringBuilder("\"");
            for (char letter : text.toCharArray()) {
                int named = "\"\\\b\f\n\r\t".indexOf(letter);
                if (named >= 0) out.append('\\').append("\"\\bfnrt".charAt(named));
                else if (letter < ' ') out.append("\\u%04x".formatted((int) letter));
                else out.append(letter);
            }
            return out.append('"').toString();
        }

        private Object value() {
            switch (next()) {
                case '{': return members();
                case '[': return elements();
                case '"': return string();
                case 't': return word("true", true);
                case 'f': return word("false", false);
                case 'n': return word("null", null);
                default: return number();
            }
        }

        private Map<String, Object> members() {
            Map<String, Object> map = new TreeMap<>();
            at++;
            while (next() != '}') {
                String name = string();
                next();
                at++; // the colon
                map.put(name, value());
                if (next() == ',') at++;
            }
            at++;
            return map;
        }

        private List<Object> elements() {
            List<Object> list = new ArrayList<>();
            at++;
            while (next() != ']') {
                list.add(value());
                if (next() == ',') at++;
            }
            at++;
            return list;
        }

        private String string() {
            StringBuilder out = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') {
                    out.append(text.charAt(at));
                    continue;
                }
                char escaped = text.charAt(++at);
                int named = "bfnrt".indexOf(escaped);
                if (escaped == 'u') {
                    out.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else out.append(named < 0 ? escaped : "\b\f\n\r\t".charAt(named));
            }
            at++;
            return out.toString();
        }

        private Object word(String word, Object meaning) {
            at += word.length();
            return meaning;
        }

        private BigDecimal number() {
            int begin = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
            return new BigDecimal(text.substring(begin, at));
        }

        /** The next letter that is not white space. */
        private char next() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }
    }
}
