#!/usr/bin/env python3
"""Signs calls to Specie, places an order, and follows a mint to settlement.

    python3 specie.py sign ../../protocol/vectors/signing.json    checks the signing against the test vectors
    python3 specie.py                                             balance, order, mint

SPECIE_URL      the service, for example http://127.0.0.1:8080
SPECIE_KEY      a file with your private key in PEM
SPECIE_SANDBOX  set it in UAT: the sandbox then sends the money and advances the clock
"""

import base64
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import datetime, timezone

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

FORM = "application/x-www-form-urlencoded"
ECDSA = ec.ECDSA(hashes.SHA256())


# ---- Signing ----------------------------------------------------------------------------------


def canonical(value):
    """Canonical JSON: keys sorted, no white space, text as UTF-8. No fields at all: nothing."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) if value else ""


def signing_string(path, body, nonce):
    """The path as requested, the canonical body and the nonce, with nothing between them."""
    return path + body + nonce


def sign(private_key, text):
    return base64.urlsafe_b64encode(private_key.sign(text.encode(), ECDSA)).decode().rstrip("=")


def public_key_of(private_key):
    der = private_key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return base64.b64encode(der).decode()


# ---- Calls ------------------------------------------------------------------------------------


class SpecieError(Exception):
    """What the service answers instead of the result. The message also says what to do next."""

    def __init__(self, body):
        self.code, self.details = body["code"], body["details"]
        lines = [f"{body['code']}: {body['message']}", f"details {json.dumps(self.details)}", f"trace {body['traceid']}"]
        super().__init__("\n  ".join(lines))


class Client:
    def __init__(self, url, private_key):
        self.url, self.private_key = url, private_key
        self.public_key = public_key_of(private_key)
        self.last_nonce = 0
        self.next_call = 0.0

    def call(self, name, **fields):
        """A signed call. A 429 was not carried out, so it is sent again."""
        while True:
            try:
                return self.call_once("/api/v1/private/" + name, fields)
            except SpecieError as error:
                if error.code != "rate_limited":
                    raise
                time.sleep(error.details["retry_after_ms"] / 1000)

    def call_once(self, path, fields):
        # A form consists of texts: a number would be signed as one, and an amount would not be exact.
        if not all(isinstance(value, str) for value in fields.values()):
            raise TypeError("Write every field as text: '10', not 10.")
        time.sleep(max(0.0, self.next_call - time.monotonic()))
        nonce = self.nonce()
        headers = {
            "Content-Type": FORM,
            "x-app-public-key": self.public_key,
            "x-app-nonce": nonce,
            "x-app-signed-data": sign(self.private_key, signing_string(path, canonical(fields), nonce)),
        }
        try:
            return send(self.url + path, urllib.parse.urlencode(fields), headers)
        finally:
            # A key has one call a second, from when the service admits it: at the latest when it answers.
            self.next_call = time.monotonic() + 1

    def nonce(self):
        """The time in milliseconds, and always higher than before, also when the clock is set back."""
        self.last_nonce = max(time.time_ns() // 1_000_000, self.last_nonce + 1)
        return str(self.last_nonce)

    def sandbox(self, name, **fields):
        return send(f"{self.url}/sandbox/v1/{name}", json.dumps(fields), {"Content-Type": "application/json"})


def send(url, body, headers):
    request = urllib.request.Request(url, body.encode(), {"User-Agent": "acme-treasury/1.0", **headers})
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise SpecieError(json.load(error)) from None


# ---- Balance, order, mint ---------------------------------------------------------------------


def main(client, in_sandbox):
    if in_sandbox:
        institution = client.call("keyInfo")["institutionid"]
        client.sandbox("wires", institutionid=institution, currency="CHF", amount="300000")
        client.sandbox("clock/advance", seconds=1800)

    for balance in client.call("accountBalance")["balances"]:
        print(f"balance {balance['available']} {balance['asset']}, {balance['pending']} pending")

    # Your own id makes it safe to repeat: the same order with the same id is filled once.
    answer = client.call(
        "addOrder",
        timestamp=datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        clordid=f"order-{uuid.uuid4()}",
        symbol="VCHF/CHF",
        side="Buy",
        ordtype="Limit",
        timeinforce="FOK",
        orderqty="1000",
        price="1.01",
    )
    order, error = answer["order"], answer["error"]
    if error["code"]:
        print(f"order {order['ordstatus']}: {error['code']}: {error['message']}")
    else:
        print(f"order {order['ordstatus']}: {order['bought']} {order['bought_currency']}"
              f" for {order['sold']} {order['sold_currency']}")

    mint = client.call("mintTokens", asset="VCHF", blockchain="ETH", quantity="250000", clreqid=f"mint-{uuid.uuid4()}")
    while mint["status"] in ("pending", "held"):
        print(f"mint {mint['status']}")
        if in_sandbox:
            client.sandbox("clock/advance", seconds=3600)
        mint = client.call("querySupplyChanges", requestid=mint["requestid"])["supplychanges"][0]
    print(f"mint {mint['status']} {mint['txid']}")
    return mint["status"] == "settled"


# ---- Test vectors -----------------------------------------------------------------------------


def check_vectors(file):
    """Whether each signature of the file fits what this program would sign: exactly the valid ones must."""
    public_key = serialization.load_pem_private_key(file["privateKeyPkcs8Pem"].encode(), None).public_key()
    wrong = [vector["name"] for vector in file["vectors"] if fits(public_key, vector) != vector["valid"]]
    for name in wrong:
        print(f"wrong: {name}")
    print(f"{len(file['vectors']) - len(wrong)} of {len(file['vectors'])} vectors")
    return not wrong


def fits(public_key, vector):
    body, text = vector["body"], vector["signatureDerBase64url"]
    fields = dict(urllib.parse.parse_qsl(body, True)) if vector["contentType"] == FORM else json.loads(body)
    # Nothing may also be signed as an empty object.
    bodies = [canonical(fields)] if fields else ["", "{}"]
    signature = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return any(verifies(public_key, signature, signing_string(vector["path"], one, vector["nonce"])) for one in bodies)


def verifies(public_key, signature, text):
    try:
        public_key.verify(signature, text.encode(), ECDSA)
        return True
    except InvalidSignature:
        return False


if __name__ == "__main__":
    if sys.argv[1:2] == ["sign"]:
        with open(sys.argv[2], encoding="utf-8") as vectors:
            sys.exit(0 if check_vectors(json.load(vectors)) else 1)
    with open(os.environ["SPECIE_KEY"], "rb") as pem:
        key = serialization.load_pem_private_key(pem.read(), None)
    try:
        settled = main(Client(os.environ["SPECIE_URL"], key), "SPECIE_SANDBOX" in os.environ)
    except SpecieError as error:
        sys.exit(str(error))
    sys.exit(0 if settled else 1)
