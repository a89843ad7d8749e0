import { createHmac } from 'node:crypto'

/** Whom we are to somebody outside, and the secret that we share. */
export type Credentials = { readonly key: string; readonly secret: string }

/** What the provider and venues ask of every call: HMAC-SHA256 over time, method, path with query, and body. */
export function signedHeaders(
  { key, secret }: Credentials,
  wall: number,
  method: 'GET' | 'POST',
  at: URL,
  body: string,
): Record<string, string> {
  const signed = `${wall}${method}${at.pathname}${at.search}${body}`
  return {
    'x-key': key,
    'x-timestamp': String(wall),
    'x-signature': createHmac('sha256', secret).update(signed).digest('hex'),
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
  }
}
