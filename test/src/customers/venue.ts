import { createHmac } from 'node:crypto'
import { wall } from '@specie/counterparts/machine.ts'
import { testLiquiditySecret } from '@specie/counterparts/settings.ts'
import type { VenueName } from '@specie/counterparts/liquidity/terms.ts'

// A customer's software, for tests: it uses only a venue's HTTP interface.

export type QuoteRow = [quoteid: string, price: string, qty: string]
export type ToldLadder = { symbol: string; bids: QuoteRow[]; asks: QuoteRow[] }
export type Message = { at: string; expires_at: string; ladders: ToldLadder[] }
export type VenueCustomer = ReturnType<typeof venueCustomer>

export function venueCustomer(base: string, venue: VenueName, secret = testLiquiditySecret) {
  function open(method: 'GET' | 'POST', path: string, json?: object): Promise<Response> {
    const url = `/lp/${venue}/v1/${path}`
    const body = json === undefined ? '' : JSON.stringify(json)
    const timestamp = String(wall())
    const signature = createHmac('sha256', secret).update([timestamp, method, url, '', body].join('\n')).digest('hex')
    const headers = { 'x-key': 'specie', 'x-timestamp': timestamp, 'x-signature': signature }
    return fetch(`${base}${url}`, { method, headers, ...(body === '' ? {} : { body }) })
  }

  async function call(method: 'GET' | 'POST', path: string, json?: object) {
    const response = await open(method, path, json)
    return { status: response.status, body: (await response.json()) as Record<string, any> }
  }

  return {
    get: (path: string) => call('GET', path),
    execute: (ask: object) => call('POST', 'executions', ask),
    listen: async () => listener(await open('GET', 'stream')),
  }
}

/** `next` waits for a message; null: the stream has ended. */
function listener(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''

  async function next(): Promise<Message | null> {
    while (!heard.includes('\n\n')) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done) return null
      heard += value
    }
    const end = heard.indexOf('\n\n')
    const [, data] = /^event: ladders\ndata: (.*)$/.exec(heard.slice(0, end))!
    heard = heard.slice(end + 2)
    return JSON.parse(data!) as Message
  }

  return { status: response.status, next, leave: () => reader.cancel() }
}
