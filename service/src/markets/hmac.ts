import { createHmac } from 'node:crypto'

/** Whom we are to somebody outside, and the secret that we share. */
export type Credentials = { readonly key: string; readonly secret: string }

/**
 * What the provider and venues ask of every call: HMAC-SHA256 over time, method, path with query, idempotency key and body,
 * each on a line of its own. Whoever sees a call can neither send it elsewhere nor under another key, nor later.
 */
export function signedHeaders(
  { key, secret }: Credentials,
  wall: number,
  method: 'GET' | 'POST',
  at: URL,
  body: string,
  idempotencyKey: string | null = null,
): Record<string, string> {
  const signed = [wall, method, at.pathname + at.search, idempotencyKey ?? '', body].join('\n')
  return {
    'x-key': key,
    'x-timestamp': String(wall),
    'x-signature': createHmac('sha256', secret).update(signed).digest('hex'),
    ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
  }
}
