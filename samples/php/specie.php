<?php
// Signs calls to Specie, places an order, and follows a mint to settlement. PHP 8.1 with openssl; no package is needed.
//
//   php specie.php sign ../../protocol/vectors/signing.json    checks the signing against the test vectors
//   php specie.php                                             balance, order, mint
//
// SPECIE_URL      the service, for example http://127.0.0.1:8080
// SPECIE_KEY      a file with your private key in PEM
// SPECIE_SANDBOX  set it in UAT: the sandbox then sends the money and advances the clock
declare(strict_types=1);

const FORM = 'application/x-www-form-urlencoded';

// ---- Signing ----------------------------------------------------------------------------------

/** Canonical JSON: keys sorted at every depth, no white space, slashes and text as they are. */
function canonical(mixed $value): string
{
    $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS;
    return json_encode(sorted($value), $flags);
}

/** JSON objects are PHP objects here: an empty PHP array would be written as a list. */
function sorted(mixed $value): mixed
{
    if (is_array($value)) {
        return array_map('sorted', $value);
    }
    if (!is_object($value)) {
        return $value;
    }
    $members = array_map('sorted', (array) $value);
    ksort($members, SORT_STRING);
    return (object) $members;
}

/** What is signed for the body: its canonical JSON. No fields at all: nothing. */
function signed_body(object $fields): string
{
    return (array) $fields === [] ? '' : canonical($fields);
}

/** The path as requested, the canonical body and the nonce, with nothing between them. */
function signing_string(string $path, string $body, string $nonce): string
{
    return $path . $body . $nonce;
}

function sign(OpenSSLAsymmetricKey $key, string $text): string
{
    openssl_sign($text, $signature, $key, OPENSSL_ALGO_SHA256);
    return rtrim(strtr(base64_encode($signature), '+/', '-_'), '=');
}

/** SPKI DER in base64: what is between the first and the last line of the PEM. */
function public_key(OpenSSLAsymmetricKey $key): string
{
    return preg_replace('/-----.*?-----|\s/', '', openssl_pkey_get_details($key)['key']);
}

// ---- Calls ------------------------------------------------------------------------------------

/** What the service answers instead of the result. The message also says what to do next. */
final class SpecieError extends Exception
{
    public function __construct(public readonly object $body)
    {
        $details = json_encode($body->details);
        parent::__construct("$body->code: $body->message\n  details $details\n  trace $body->traceid");
    }
}

final class Client
{
    private int $lastNonce = 0;
    private float $nextCall = 0;

    public function __construct(private readonly string $url, private readonly OpenSSLAsymmetricKey $key)
    {
    }

    /** A signed call. A 429 was not carried out, so it is sent again. */
    public function call(string $name, array $fields = []): object
    {
        while (true) {
            try {
                return $this->callOnce("/api/v1/private/$name", $fields);
            } catch (SpecieError $error) {
                if ($error->body->code !== 'rate_limited') {
                    throw $error;
                }
                usleep($error->body->details->retry_after_ms * 1000);
            }
        }
    }

    private function callOnce(string $path, array $fields): object
    {
        // A form consists of texts: a number would be signed as one, and an amount would not be exact.
        if (array_filter($fields, 'is_string') !== $fields) {
            throw new TypeError("Write every field as text: '10', not 10.");
        }
        usleep((int) max(0, ($this->nextCall - microtime(true)) * 1e6));
        $nonce = $this->nonce();
        try {
            return send($this->url . $path, http_build_query($fields), [
                'Content-Type: ' . FORM,
                'x-app-public-key: ' . public_key($this->key),
                "x-app-nonce: $nonce",
                'x-app-signed-data: ' . sign($this->key, signing_string($path, signed_body((object) $fields), $nonce)),
            ]);
        } finally {
            // A key has one call a second, from when the service admits it: at the latest when it answers.
            $this->nextCall = microtime(true) + 1;
        }
    }

    /** The time in milliseconds, and always higher than before, also when the clock is set back. */
    private function nonce(): string
    {
        $this->lastNonce = max((int) (microtime(true) * 1000), $this->lastNonce + 1);
        return (string) $this->lastNonce;
    }

    public function sandbox(string $name, array $fields): object
    {
        return send("$this->url/sandbox/v1/$name", json_encode($fields), ['Content-Type: application/json']);
    }
}

function send(string $url, string $body, array $headers): object
{
    $headers[] = 'User-Agent: acme-treasury/1.0';
    $http = ['method' => 'POST', 'header' => $headers, 'content' => $body, 'ignore_errors' => true];
    $text = file_get_contents($url, false, stream_context_create(['http' => $http]));
    if ($text === false) {
        throw new RuntimeException("$url does not answer");
    }
    $answer = json_decode($text, false, 512, JSON_THROW_ON_ERROR);
    // An error has a code; the answer to a call has none at its top level.
    return isset($answer->code) ? throw new SpecieError($answer) : $answer;
}

// ---- Balance, order, mint ---------------------------------------------------------------------

function main(Client $client, bool $inSandbox): bool
{
    if ($inSandbox) {
        $institution = $client->call('keyInfo')->institutionid;
        $client->sandbox('wires', ['institutionid' => $institution, 'currency' => 'CHF', 'amount' => '300000']);
        $client->sandbox('clock/advance', ['seconds' => 1800]);
    }

    foreach ($client->call('accountBalance')->balances as $balance) {
        echo "balance $balance->available $balance->asset, $balance->pending pending\n";
    }

    $answer = $client->call('addOrder', [
        'timestamp' => gmdate('Y-m-d\TH:i:s\Z'),
        // Your own id makes it safe to repeat: the same order with the same id is filled once.
        'clordid' => 'order-' . bin2hex(random_bytes(16)),
        'symbol' => 'VCHF/CHF',
        'side' => 'Buy',
        'ordtype' => 'Limit',
        'timeinforce' => 'FOK',
        'orderqty' => '1000',
        'price' => '1.01',
    ]);
    [$order, $error] = [$answer->order, $answer->error];
    echo $error->code !== null
        ? "order $order->ordstatus: $error->code: $error->message\n"
        : "order $order->ordstatus: $order->bought $order->bought_currency for $order->sold $order->sold_currency\n";

    $clreqid = 'mint-' . bin2hex(random_bytes(16));
    $mint = $client->call('mintTokens', [
        'asset' => 'VCHF', 'blockchain' => 'ETH', 'quantity' => '250000', 'clreqid' => $clreqid,
    ]);
    while (in_array($mint->status, ['pending', 'held'], true)) {
        echo "mint $mint->status\n";
        if ($inSandbox) {
            $client->sandbox('clock/advance', ['seconds' => 3600]);
        }
        $mint = $client->call('querySupplyChanges', ['requestid' => $mint->requestid])->supplychanges[0];
    }
    echo "mint $mint->status $mint->txid\n";
    return $mint->status === 'settled';
}

// ---- Test vectors -----------------------------------------------------------------------------

/** Whether each signature of the file fits what this program would sign: exactly the valid ones must. */
function check_vectors(object $file): bool
{
    $key = openssl_pkey_get_private($file->privateKeyPkcs8Pem);
    $wrong = array_filter($file->vectors, fn(object $vector) => fits($key, $vector) !== $vector->valid);
    foreach ($wrong as $vector) {
        echo "wrong: $vector->name\n";
    }
    printf("%d of %d vectors\n", count($file->vectors) - count($wrong), count($file->vectors));
    return $wrong === [];
}

function fits(OpenSSLAsymmetricKey $key, object $vector): bool
{
    parse_str($vector->body, $form);
    $fields = $vector->contentType === FORM ? (object) $form : json_decode($vector->body);
    $public = openssl_pkey_get_details($key)['key'];
    $signature = base64_decode(strtr($vector->signatureDerBase64url, '-_', '+/'));
    // Nothing may also be signed as an empty object.
    foreach ([signed_body($fields), canonical($fields)] as $body) {
        $text = signing_string($vector->path, $body, $vector->nonce);
        if (openssl_verify($text, $signature, $public, OPENSSL_ALGO_SHA256) === 1) {
            return true;
        }
    }
    return false;
}

try {
    $done = ($argv[1] ?? '') === 'sign'
        ? check_vectors(json_decode(file_get_contents($argv[2]), false, 512, JSON_THROW_ON_ERROR))
        : main(
            new Client(getenv('SPECIE_URL'), openssl_pkey_get_private(file_get_contents(getenv('SPECIE_KEY')))),
            getenv('SPECIE_SANDBOX') !== false,
        );
    exit($done ? 0 : 1);
} catch (SpecieError $error) {
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(1);
}
