import { createHmac, timingSafeEqual } from 'node:crypto'
import { wall } from './machine.ts'
import { Refusal } from './refusal.ts'
import type { App, Request } from './server.ts'

/** A customer's key: its name, and the secret of its signatures. */
export type CustomerKey = { key: string; secret: string }

/** Routes of signed calls, which need no token. */
export function signedRoutes(app: App, customer: CustomerKey, add: (signed: App) => void): void {
  void app.register(async (signed) => {
    signed.addHook('onRoute', (route) => {
      route.config = { ...route.config, signed: true }
    })
    signed.addHook('preHandler', async (request) => requireSignature(customer, request))
    add(signed)
  })
}

/** The maximum clock difference of a call. */
const toleranceMs = 30_000

/**
 * x-signature is the HMAC-SHA256, in hex, of time, method, path with its query, idempotency key and body, each on a separate
 * line; without a key its line is empty.
 */
function requireSignature({ key, secret }: CustomerKey, request: Request): void {
  const header = (name: string) => String(request.headers[name] ?? '')
  const timestamp = header('x-timestamp')
  if (header('x-key') !== key) throw new Refusal(401, 'x-key names no customer of ours.')
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(wall() - Number(timestamp)) > toleranceMs)
    throw new Refusal(401, 'x-timestamp must be the time in milliseconds, within 30 seconds of ours.')
  const signed = createHmac('sha256', secret)
    .update([timestamp, request.method, request.url, header('idempotency-key'), ''].join('\n'))
    .update(request.body instanceof Buffer ? request.body : '')
    .digest()
  const given = Buffer.from(header('x-signature'), 'hex')
  if (given.length !== signed.length || !timingSafeEqual(given, signed))
    throw new Refusal(401, 'x-signature does not fit time, method, path, idempotency-key and body.')
}
