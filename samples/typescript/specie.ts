// Signs calls to Specie, places an order, and follows a mint to settlement. Node 24 runs it as it is; no package is needed.
//
//   node specie.ts sign ../../protocol/vectors/signing.json    checks the signing against the test vectors
//   node specie.ts                                             balance, order, mint
//
// SPECIE_URL      the service, for example http://127.0.0.1:8080
// SPECIE_KEY      a file with your private key in PEM
// SPECIE_SANDBOX  set it in UAT: the sandbox then sends the money and advances the clock
import { createPrivateKey, createPublicKey, randomUUID, sign, verify, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const form = 'application/x-www-form-urlencoded'

// ---- Signing ----------------------------------------------------------------------------------

/** Canonical JSON: keys sorted at every depth, no white space. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}

/** What is signed for the body: its canonical JSON. No fields at all: nothing. */
const signedBody = (fields: object): string => (Object.keys(fields).length === 0 ? '' : canonical(fields))

/** The path as requested, the canonical body and the nonce, with nothing between them. */
const signingString = (path: string, body: string, nonce: string): string => path + body + nonce

const signature = (key: KeyObject, text: string): string => sign('sha256', Buffer.from(text), key).toString('base64url')

const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')

// ---- Calls ------------------------------------------------------------------------------------

type Fields = Record<string, string>
type ErrorBody = { code: string; message: string; traceid: string; details: Record<string, unknown> }

/** What the service answers instead of the result. The message also says what to do next. */
class SpecieError extends Error {
  readonly body: ErrorBody
  constructor(body: ErrorBody) {
    super(`${body.code}: ${body.message}\n  details ${JSON.stringify(body.details)}\n  trace ${body.traceid}`)
    this.body = body
  }
}

function createClient(url: string, key: KeyObject) {
  const publicKey = publicKeyOf(key)
  let lastNonce = 0
  let nextCall = 0

  /** The time in milliseconds, and always higher than before, also when the clock is set back. */
  function freshNonce(): string {
    lastNonce = Math.max(Date.now(), lastNonce + 1)
    return String(lastNonce)
  }

  async function callOnce(path: string, fields: Fields): Promise<any> {
    await sleep(Math.max(0, nextCall - performance.now()))
    const nonce = freshNonce()
    const headers = {
      'content-type': form,
      'x-app-public-key': publicKey,
      'x-app-nonce': nonce,
      'x-app-signed-data': signature(key, signingString(path, signedBody(fields), nonce)),
    }
    try {
      return await send(url + path, new URLSearchParams(fields).toString(), headers)
    } finally {
      // A key has one call a second, from when the service admits it: at the latest when it answers.
      nextCall = performance.now() + 1000
    }
  }

  /** A signed call. A 429 was not carried out, so it is sent again. */
  async function call(name: string, fields: Fields = {}): Promise<any> {
    for (;;) {
      try {
        return await callOnce(`/api/v1/private/${name}`, fields)
      } catch (error) {
        if (!(error instanceof SpecieError) || error.body.code !== 'rate_limited') throw error
        await sleep(Number(error.body.details['retry_after_ms']))
      }
    }
  }

  const sandbox = (name: string, fields: object): Promise<any> =>
    send(`${url}/sandbox/v1/${name}`, JSON.stringify(fields), { 'content-type': 'application/json' })

  return { call, sandbox }
}

async function send(url: string, body: string, headers: Fields): Promise<any> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'user-agent': 'acme-treasury/1.0', ...headers },
    body,
  })
  const answer = await response.json()
  if (!response.ok) throw new SpecieError(answer as ErrorBody)
  return answer
}

// ---- Balance, order, mint ---------------------------------------------------------------------

async function main({ call, sandbox }: ReturnType<typeof createClient>, inSandbox: boolean): Promise<boolean> {
  if (inSandbox) {
    const { institutionid } = await call('keyInfo')
    await sandbox('wires', { institutionid, currency: 'CHF', amount: '300000' })
    await sandbox('clock/advance', { seconds: 1800 })
  }

  for (const { asset, available, pending } of (await call('accountBalance')).balances)
    console.log(`balance ${available} ${asset}, ${pending} pending`)

  const { order, error } = await call('addOrder', {
    timestamp: new Date().toISOString(),
    // Your own id makes it safe to repeat: the same order with the same id is filled once.
    clordid: `order-${randomUUID()}`,
    symbol: 'VCHF/CHF',
    side: 'Buy',
    ordtype: 'Limit',
    timeinforce: 'FOK',
    orderqty: '1000',
    price: '1.01',
  })
  if (error.code) console.log(`order ${order.ordstatus}: ${error.code}: ${error.message}`)
  else
    console.log(
      `order ${order.ordstatus}: ${order.bought} ${order.bought_currency} for ${order.sold} ${order.sold_currency}`,
    )

  const clreqid = `mint-${randomUUID()}`
  let mint = await call('mintTokens', { asset: 'VCHF', blockchain: 'ETH', quantity: '250000', clreqid })
  while (['pending', 'held'].includes(mint.status)) {
    console.log(`mint ${mint.status}`)
    if (inSandbox) await sandbox('clock/advance', { seconds: 3600 })
    mint = (await call('querySupplyChanges', { requestid: mint.requestid })).supplychanges[0]
  }
  console.log(`mint ${mint.status} ${mint.txid}`)
  return mint.status === 'settled'
}

// ---- Test vectors -----------------------------------------------------------------------------

type Vector = {
  name: string
  path: string
  contentType: string
  body: string
  nonce: string
  signatureDerBase64url: string
  valid: boolean
}

/** Whether each signature of the file fits what this program would sign: exactly the valid ones must. */
function checkVectors(file: { privateKeyPkcs8Pem: string; vectors: Vector[] }): boolean {
  const key = createPrivateKey(file.privateKeyPkcs8Pem)
  const wrong = file.vectors.filter((vector) => fits(key, vector) !== vector.valid)
  for (const { name } of wrong) console.log(`wrong: ${name}`)
  console.log(`${file.vectors.length - wrong.length} of ${file.vectors.length} vectors`)
  return wrong.length === 0
}

function fits(key: KeyObject, vector: Vector): boolean {
  const fields =
    vector.contentType === form ? Object.fromEntries(new URLSearchParams(vector.body)) : JSON.parse(vector.body)
  // Nothing may also be signed as an empty object.
  const bodies = [signedBody(fields), canonical(fields)]
  const bytes = Buffer.from(vector.signatureDerBase64url, 'base64url')
  return bodies.some((body) =>
    verify('sha256', Buffer.from(signingString(vector.path, body, vector.nonce)), createPublicKey(key), bytes),
  )
}

const { SPECIE_URL, SPECIE_KEY, SPECIE_SANDBOX } = process.env
const [mode, vectors] = process.argv.slice(2)
try {
  const done =
    mode === 'sign'
      ? checkVectors(JSON.parse(readFileSync(vectors!, 'utf8')))
      : await main(createClient(SPECIE_URL!, createPrivateKey(readFileSync(SPECIE_KEY!))), SPECIE_SANDBOX !== undefined)
  process.exitCode = done ? 0 : 1
} catch (error) {
  if (!(error instanceof SpecieError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
