import { canonical, type KeyPair, publicKeyText, signature, type SignatureForm } from './sign.ts'

// HTTP calls, each of which can be made wrong in one place. Shares no code with the service or the SDK, so that it does not
// repeat their mistakes.

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: any }
export type Fields = { readonly [name: string]: unknown }

/** Deliberate faults of a call. */
export type Wrong = {
  readonly method?: string
  readonly nonce?: string
  /** Signed instead of path + body + nonce. */
  readonly signed?: string
  readonly form?: SignatureForm
  readonly signature?: string
  /** A null header is omitted. */
  readonly headers?: { readonly [name: string]: string | null }
  /** Sent instead of the signed fields. */
  readonly body?: string
  readonly contentType?: string | null
  /** Sent at once. A 429 is an answer like any other. */
  readonly atOnce?: boolean
}

export type Caller = {
  readonly institutionid: string | null
  /** The signed path prefix. */
  path(name: string): string
  /** A nonce higher than all before it. */
  nonce(): string
  /** A public call; `headers` replace the default ones. */
  get(path: string, headers?: { readonly [name: string]: string | null }, method?: string): Promise<Answer>
  /** A signed call. */
  call(name: string, fields?: Fields, wrong?: Wrong): Promise<Answer>
}

/** The environment of one key's calls. */
export type World = {
  /** A caller of a new institution with its own key: only with a sandbox. */
  onboard(fields?: Fields): Promise<Caller>
  /** A caller with an unregistered key. */
  stranger(): Promise<Caller>
  sandbox(path: string, body: Fields): Promise<Answer>
  /** UNIX time in milliseconds. */
  now(): number
  sleep(ms: number): Promise<void>
}

export type Platform = {
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
  readonly newId: () => string
}

const formType = 'application/x-www-form-urlencoded'
const maxTries = 5

export async function createCaller(
  platform: Platform,
  base: string,
  key: KeyPair,
  institutionid: string | null,
): Promise<Caller> {
  const publicKey = await publicKeyText(key)
  let lastNonce = 0
  let nextCall = 0

  const path = (name: string): string => new URL(`private/${name}`, base).pathname
  const nonce = (): string => {
    lastNonce = Math.max(platform.now(), lastNonce + 1)
    return String(lastNonce)
  }

  async function once(name: string, fields: Fields, wrong: Wrong): Promise<Answer> {
    const used = wrong.nonce ?? nonce()
    const isJson = name === 'addPaymentRail'
    const signed = wrong.signed ?? path(name) + canonical(fields) + used
    const headers = {
      'content-type': wrong.contentType === undefined ? (isJson ? 'application/json' : formType) : wrong.contentType,
      'x-app-public-key': publicKey,
      'x-app-nonce': used,
      'x-app-signed-data': wrong.signature ?? (await signature(key, signed, wrong.form)),
      ...wrong.headers,
    }
    const text = wrong.body ?? (isJson ? JSON.stringify(fields) : formOf(fields))
    const method = wrong.method ?? 'POST'
    return send(platform, new URL(`private/${name}`, base), method, headers, method === 'GET' ? '' : text)
  }

  async function call(name: string, fields: Fields = {}, wrong: Wrong = {}): Promise<Answer> {
    if (wrong.atOnce) return once(name, fields, wrong)
    for (let tries = 1; ; tries += 1) {
      await platform.sleep(Math.max(0, nextCall - platform.now()))
      const answer = await once(name, fields, wrong)
      // The second counts from admission, which the answer bounds.
      nextCall = platform.now() + 1000
      if (answer.status !== 429 || tries === maxTries) return answer
      await platform.sleep(waitOf(answer))
    }
  }

  async function get(where: string, headers = {}, method = 'GET'): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await send(platform, new URL(where, base), method, headers, '')
      if (answer.status !== 429 || tries === maxTries) return answer
      await platform.sleep(waitOf(answer))
    }
  }

  return { institutionid, path, nonce, get, call }
}

export async function send(
  { fetch }: Platform,
  url: URL,
  method: string,
  headers: { readonly [name: string]: string | null },
  body: string,
): Promise<Answer> {
  const all = Object.entries({ 'user-agent': 'specie-conformance', ...headers })
  const response = await fetch(url, {
    method,
    headers: all.filter((header): header is [string, string] => header[1] !== null),
    // fetch adds a content type of its own to an empty text.
    body: body === '' ? null : body,
    redirect: 'manual',
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: parsed(text) }
}

const formOf = (fields: Fields): string => new URLSearchParams(fields as Record<string, string>).toString()

const waitOf = ({ headers, body }: Answer): number =>
  Number(body?.details?.retry_after_ms ?? Number(headers.get('retry-after') ?? 1) * 1000)

/** Non-JSON stays a text, so that the check reports it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
