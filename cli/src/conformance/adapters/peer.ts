import type { Answer, Platform } from '../caller.ts'

// Calls to a bank, a provider or a venue in the service's format: signed with a shared secret (docs/provider.md#signing), or
// with a bearer token.

export type Access = { readonly key?: string; readonly secret?: string; readonly token?: string }

/** Deliberate faults of a call. */
export type Wrong = {
  readonly headers?: { readonly [name: string]: string }
  /** Clock error in milliseconds. */
  readonly offMs?: number
  /** Sent instead of the signed body. */
  readonly sent?: string
}

export type Peer = {
  /** `body` is JSON, or text sent unchanged. */
  call(method: 'GET' | 'POST', path: string, ask?: Ask, wrong?: Wrong): Promise<Answer>
  /** The first events of a stream. */
  stream(path: string, count: number): Promise<{ event: string; data: unknown }[]>
  now(): number
  sleep(ms: number): Promise<void>
  /** An unused id. */
  newId(): string
}

export type Ask = { readonly body?: unknown; readonly idempotencyKey?: string }

export function createPeer(platform: Platform, base: string, access: Access): Peer {
  const root = base.endsWith('/') ? base : `${base}/`

  async function signed(
    method: string,
    url: URL,
    key: string,
    body: string,
    offMs = 0,
  ): Promise<Record<string, string>> {
    if (access.secret === undefined)
      return access.token === undefined ? {} : { authorization: `Bearer ${access.token}` }
    const time = String(platform.now() + offMs)
    const lines = [time, method, url.pathname + url.search, key, body]
    return {
      'x-key': access.key ?? '',
      'x-timestamp': time,
      'x-signature': await hmac(access.secret, lines.join('\n')),
    }
  }

  async function call(method: 'GET' | 'POST', path: string, ask: Ask = {}, wrong: Wrong = {}): Promise<Answer> {
    const url = new URL(path, root)
    const isText = typeof ask.body === 'string'
    const body = isText ? ask.body : ask.body === undefined ? '' : JSON.stringify(ask.body)
    const response = await platform.fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(method === 'POST' ? { 'content-type': isText ? 'application/xml' : 'application/json' } : {}),
        ...(ask.idempotencyKey === undefined ? {} : { 'idempotency-key': ask.idempotencyKey }),
        ...(await signed(method, url, ask.idempotencyKey ?? '', body, wrong.offMs)),
        ...wrong.headers,
      },
      body: method === 'POST' ? (wrong.sent ?? body) : null,
    })
    return { status: response.status, headers: response.headers, body: parsed(await response.text()) }
  }

  async function stream(path: string, count: number): Promise<{ event: string; data: unknown }[]> {
    const url = new URL(path, root)
    const headers = { accept: 'text/event-stream', ...(await signed('GET', url, '', '')) }
    const response = await platform.fetch(url, { headers, signal: AbortSignal.timeout(10_000) })
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const events = text
        .split(/\r?\n\r?\n/)
        .slice(0, -1)
        .flatMap(eventOf)
      if (events.length >= count) return events.slice(0, count)
    }
    return []
  }

  return {
    call,
    stream,
    now: platform.now,
    sleep: platform.sleep,
    newId: () => `conformance-${platform.newId()}`.slice(0, 35),
  }
}

/** A block without data is a comment or a keep-alive. */
function eventOf(block: string): { event: string; data: unknown }[] {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
  const data = field('data')
  return data === undefined ? [] : [{ event: field('event') ?? 'message', data: parsed(data) }]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function hmac(secret: string, text: string): Promise<string> {
  const { subtle } = globalThis.crypto
  const bytes = (from: string) => new TextEncoder().encode(from)
  const key = await subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signature = new Uint8Array(await subtle.sign('HMAC', key, bytes(text)))
  return [...signature].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
