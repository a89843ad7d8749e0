import { createHmac } from 'node:crypto'
import { readCamt, type Statement } from '@specie/payments/camt.ts'
import { wall } from '@specie/counterparts/machine.ts'
import { testProviderSecret } from '@specie/counterparts/settings.ts'

// A customer's software, for tests: it uses only the provider's HTTP interface.

type Signing = { key?: string; secret?: string; at?: number; idempotencyKey?: string; signed?: Signed }
/** The signed data, if it differs from the sent data. */
type Signed = { method?: string; path?: string; idempotencyKey?: string; body?: string }

/** A call signed like a customer's. */
export async function call(base: string, method: 'GET' | 'POST', path: string, json?: object, how: Signing = {}) {
  const { status, text } = await send(base, method, path, json, how)
  return { status, body: JSON.parse(text) as Record<string, any> }
}

/** The provider's parsed statement of a day; null if there is none. */
export async function statement(base: string, currency: 'CHF' | 'GBP', date: string): Promise<Statement | null> {
  const { status, text } = await send(base, 'GET', `statements?currency=${currency}&date=${date}`)
  return status === 404 ? null : (readCamt(text)[0] as Statement)
}

async function send(base: string, method: 'GET' | 'POST', path: string, json?: object, how: Signing = {}) {
  const body = json === undefined ? '' : JSON.stringify(json)
  const timestamp = String(how.at ?? wall())
  const signature = createHmac('sha256', how.secret ?? testProviderSecret)
    .update(
      [
        timestamp,
        how.signed?.method ?? method,
        `/provider/v1/${how.signed?.path ?? path}`,
        how.signed?.idempotencyKey ?? how.idempotencyKey ?? '',
        how.signed?.body ?? body,
      ].join('\n'),
    )
    .digest('hex')
  const response = await fetch(`${base}/provider/v1/${path}`, {
    method,
    headers: {
      'x-key': how.key ?? 'specie',
      'x-timestamp': timestamp,
      'x-signature': signature,
      ...(how.idempotencyKey === undefined ? {} : { 'idempotency-key': how.idempotencyKey }),
    },
    ...(body === '' ? {} : { body }),
  })
  return { status: response.status, text: await response.text() }
}
