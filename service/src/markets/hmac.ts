import { createHmac } from 'node:crypto'

/** Our key id at an outside party, and the shared secret. */
export type Credentials = { readonly key: string; readonly secret: string }

/**
 * Headers that the provider and the venues require on every call: HMAC-SHA256 over time, method, path with query,
 * idempotency key and body, one per line. A captured call cannot be replayed later, to another path or under another key.
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
