//! Signs calls to Specie, places an order, and follows a mint to settlement.
//!
//!     cargo run -- sign ../../protocol/vectors/signing.json    checks the signing against the test vectors
//!     cargo run                                                balance, order, mint
//!
//!     SPECIE_URL      the service, for example http://127.0.0.1:8080
//!     SPECIE_KEY      a file with your private key, PKCS #8 in PEM
//!     SPECIE_SANDBOX  set it in UAT: the sandbox then sends the money and advances the clock

use base64ct::{Base64, Base64UrlUnpadded, Encoding};
use p256::ecdsa::{
    signature::{Signer, Verifier},
    DerSignature, SigningKey, VerifyingKey,
};
use p256::pkcs8::{DecodePrivateKey, EncodePublicKey};
use serde_json::{json, Map, Value};
use std::{env, error::Error, fmt, fs, process::ExitCode, thread, time};
use time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const FORM: &str = "application/x-www-form-urlencoded";

type Fallible<T> = Result<T, Box<dyn Error>>;
type Fields = Map<String, Value>;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Fallible<bool> {
    let words: Vec<String> = env::args().skip(1).collect();
    if let [mode, path] = &words[..] {
        if mode == "sign" {
            return check_vectors(&serde_json::from_str(&fs::read_to_string(path)?)?);
        }
    }
    let key = SigningKey::from_pkcs8_pem(&fs::read_to_string(env::var("SPECIE_KEY")?)?)?;
    let client = Client::new(env::var("SPECIE_URL")?, key)?;
    walk(client, env::var("SPECIE_SANDBOX").is_ok())
}

// ---- Signing ----------------------------------------------------------------------------------

/// Canonical JSON: serde_json keeps the keys of a map sorted and writes no white space. No fields at all: nothing.
fn signed_body(fields: &Fields) -> String {
    match fields.is_empty() {
        true => String::new(),
        false => Value::Object(fields.clone()).to_string(),
    }
}

/// The path as requested, the canonical body and the nonce, with nothing between them.
fn signing_string(path: &str, body: &str, nonce: &str) -> String {
    format!("{path}{body}{nonce}")
}

fn sign(key: &SigningKey, text: &str) -> String {
    let signature: DerSignature = key.sign(text.as_bytes());
    Base64UrlUnpadded::encode_string(signature.as_bytes())
}

// ---- Calls ------------------------------------------------------------------------------------

/// What the service answers instead of the result. The message also says what to do next.
#[derive(Debug)]
struct SpecieError(Value);

impl fmt::Display for SpecieError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let body = &self.0;
        writeln!(out, "{}: {}", text(&body["code"]), text(&body["message"]))?;
        write!(out, "  details {}\n  trace {}", body["details"], text(&body["traceid"]))
    }
}

impl Error for SpecieError {}

struct Client {
    http: ureq::Agent,
    url: String,
    key: SigningKey,
    public_key: String,
    last_nonce: u128,
    next_call: Instant,
}

impl Client {
    fn new(url: String, key: SigningKey) -> Fallible<Client> {
        let spki = key.verifying_key().to_public_key_der()?;
        Ok(Client {
            // The body of an error is read like any other.
            http: ureq::Agent::config_builder().http_status_as_error(false).user_agent("acme-treasury/1.0").build().into(),
            url,
            public_key: Base64::encode_string(spki.as_bytes()),
            key,
            last_nonce: 0,
            next_call: Instant::now(),
        })
    }

    /// A signed call. A 429 was not carried out, so it is sent again.
    fn call(&mut self, name: &str, fields: Value) -> Fallible<Value> {
        let fields = fields.as_object().ok_or("the fields of a call are an object")?;
        loop {
            let answer = self.call_once(&format!("/api/v1/private/{name}"), fields)?;
            match answer["code"].as_str() {
                None => return Ok(answer),
                Some("rate_limited") => {
                    let wait = answer["details"]["retry_after_ms"].as_u64().unwrap_or(1000);
                    thread::sleep(Duration::from_millis(wait));
                }
                Some(_) => return Err(SpecieError(answer).into()),
            }
        }
    }

    fn call_once(&mut self, path: &str, fields: &Fields) -> Fallible<Value> {
        thread::sleep(self.next_call.saturating_duration_since(Instant::now()));
        let nonce = self.nonce()?;
        let signature = sign(&self.key, &signing_string(path, &signed_body(fields), &nonce));
        let response = self
            .http
            .post(format!("{}{path}", self.url))
            .header("x-app-public-key", &self.public_key)
            .header("x-app-nonce", &nonce)
            .header("x-app-signed-data", &signature)
            .send_form(fields.iter().map(|(name, value)| (name.as_str(), text(value))));
        // A key has one call a second, from when the service admits it: at the latest when it answers.
        self.next_call = Instant::now() + Duration::from_secs(1);
        read(response?)
    }

    /// The time in milliseconds, and always higher than before, also when the clock is set back.
    fn nonce(&mut self) -> Fallible<String> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis();
        self.last_nonce = now.max(self.last_nonce + 1);
        Ok(self.last_nonce.to_string())
    }

    fn sandbox(&self, name: &str, fields: Value) -> Fallible<()> {
        let request = self.http.post(format!("{}/sandbox/v1/{name}", self.url));
        let answer = read(request.content_type("application/json").send(fields.to_string())?)?;
        match answer["code"].is_null() {
            true => Ok(()),
            false => Err(SpecieError(answer).into()),
        }
    }
}

fn read(mut response: ureq::http::Response<ureq::Body>) -> Fallible<Value> {
    Ok(serde_json::from_str(&response.body_mut().read_to_string()?)?)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

// ---- Balance, order, mint ---------------------------------------------------------------------

fn walk(mut client: Client, in_sandbox: bool) -> Fallible<bool> {
    if in_sandbox {
        let key = client.call("keyInfo", json!({}))?;
        let wire = json!({ "institutionid": key["institutionid"], "currency": "CHF", "amount": "300000" });
        client.sandbox("wires", wire)?;
        client.sandbox("clock/advance", json!({ "seconds": 1800 }))?;
    }

    for balance in client.call("accountBalance", json!({}))?["balances"].as_array().into_iter().flatten() {
        let [available, asset, pending] = ["available", "asset", "pending"].map(|name| text(&balance[name]));
        println!("balance {available} {asset}, {pending} pending");
    }

    // Your own id makes it safe to repeat: the same order with the same id is filled once.
    let id = format!("{:?}", SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos());
    let answer = client.call(
        "addOrder",
        json!({
            "timestamp": humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            "clordid": format!("order-{id}"),
            "symbol": "VCHF/CHF",
            "side": "Buy",
            "ordtype": "Limit",
            "timeinforce": "FOK",
            "orderqty": "1000",
            "price": "1.01",
        }),
    )?;
    let (order, error) = (&answer["order"], &answer["error"]);
    let status = text(&order["ordstatus"]);
    if error["code"].is_null() {
        let [bought, bought_currency, sold, sold_currency] =
            ["bought", "bought_currency", "sold", "sold_currency"].map(|name| text(&order[name]));
        println!("order {status}: {bought} {bought_currency} for {sold} {sold_currency}");
    } else {
        println!("order {status}: {}: {}", text(&error["code"]), text(&error["message"]));
    }

    let request =
        json!({ "asset": "VCHF", "blockchain": "ETH", "quantity": "250000", "clreqid": format!("mint-{id}") });
    let mut mint = client.call("mintTokens", request)?;
    while ["pending", "held"].contains(&text(&mint["status"])) {
        println!("mint {}", text(&mint["status"]));
        if in_sandbox {
            client.sandbox("clock/advance", json!({ "seconds": 3600 }))?;
        }
        let page = client.call("querySupplyChanges", json!({ "requestid": mint["requestid"] }))?;
        mint = page["supplychanges"][0].clone();
    }
    println!("mint {} {}", text(&mint["status"]), text(&mint["txid"]));
    Ok(text(&mint["status"]) == "settled")
}

// ---- Test vectors -----------------------------------------------------------------------------

/// Whether each signature of the file fits what this program would sign: exactly the valid ones must.
fn check_vectors(file: &Value) -> Fallible<bool> {
    let key = SigningKey::from_pkcs8_pem(text(&file["privateKeyPkcs8Pem"]))?;
    let vectors = file["vectors"].as_array().ok_or("the file has no vectors")?;
    let mut right = 0;
    for vector in vectors {
        if fits(key.verifying_key(), vector)? == vector["valid"] {
            right += 1;
        } else {
            println!("wrong: {}", text(&vector["name"]));
        }
    }
    println!("{right} of {} vectors", vectors.len());
    Ok(right == vectors.len())
}

fn fits(key: &VerifyingKey, vector: &Value) -> Fallible<bool> {
    let fields: Fields = match text(&vector["contentType"]) {
        FORM => parse_form(text(&vector["body"]))?,
        _ => serde_json::from_str(text(&vector["body"]))?,
    };
    let bytes = Base64UrlUnpadded::decode_vec(text(&vector["signatureDerBase64url"])).unwrap_or_default();
    let Ok(signature) = DerSignature::try_from(&bytes[..]) else { return Ok(false) };
    // Nothing may also be signed as an empty object.
    let bodies = [signed_body(&fields), Value::Object(fields).to_string()];
    Ok(bodies.iter().any(|body| {
        let text = signing_string(text(&vector["path"]), body, text(&vector["nonce"]));
        key.verify(text.as_bytes(), &signature).is_ok()
    }))
}

fn parse_form(body: &str) -> Fallible<Fields> {
    let pairs = body.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| Ok((decoded(name)?, Value::String(decoded(value)?)))).collect()
}

fn decoded(text: &str) -> Fallible<String> {
    let text = text.replace('+', " ");
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2).ok_or("a % without two digits")?, 16)?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    Ok(String::from_utf8(bytes)?)
}
