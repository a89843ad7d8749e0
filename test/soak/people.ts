import { randomBytes } from 'node:crypto'
import { mod97 } from '@specie/payments/iban.ts'
import { type Answer, canonical, type Client, freshNonce, onboard, sandbox } from '../src/client.ts'
import type { Outcome } from './tally.ts'

// Institutions with money, wallets, bank accounts and rails.

export const chains = ['ETH', 'BASE', 'SOL'] as const

export type Person = {
  readonly client: Client
  readonly rails: { readonly on: string; readonly off: string }
  /** Its position in its feed. */
  read: string | null
}

/** A timed call, signed or of the sandbox. */
export type Caller = {
  signed(person: Pick<Person, 'client'>, name: string, fields?: Record<string, string>, as?: string): Promise<Answer>
  sandbox(path: string, body: object): Promise<Answer>
  public(path: string): Promise<Answer>
}

export function caller(origin: () => string, take: (outcome: Outcome) => void): Caller {
  async function timed(name: string, ask: () => Promise<Answer>): Promise<Answer> {
    const began = performance.now()
    const answer = await ask().catch((error: unknown) => noAnswer(error))
    const { code = '', message = '' } = answer.body ?? {}
    take({ name, status: answer.status, code, message, ms: performance.now() - began })
    return answer
  }
  return {
    signed: ({ client }, name, fields = {}, as = name) =>
      timed(as, () => client.call(name, fields, { origin: origin() })),
    sandbox: (path, body) => timed(path, () => sandbox(origin(), path, body)),
    public: (path) =>
      timed(`GET ${path.split('?')[0]}`, async () => {
        const response = await fetch(`${origin()}/api/v1/client/${path}`, { headers: { 'user-agent': 'soak' } })
        return { status: response.status, headers: response.headers, body: await response.json() }
      }),
  }
}

const noAnswer = (error: unknown): Answer => ({ status: 0, headers: new Headers(), body: { code: String(error) } })

const gifts = [
  ...['VCHF', 'VGBP'].map((asset) => ({ asset, blockchain: 'BASE', quantity: '900000' })),
  { asset: 'ETH', blockchain: 'ETH', quantity: '30' },
  { asset: 'USDC', blockchain: 'ETH', quantity: '30000' },
]

/** Everything that an institution needs, except the time until its money arrives. */
export async function settleIn(origin: string, number: number): Promise<Person> {
  const name = `Soak Treasury ${number} AG`
  const client = await onboard(origin, { name })
  const { institutionid } = client
  // The issuer's own money covers the desk's first coins until theirs is swept into the reserve, which takes time.
  const must = async (path: string, body: object, tries = 20): Promise<any> => {
    const answer = await sandbox(origin, path, body)
    if (answer.body.details?.rule !== 'reserve' || tries === 0) return taken(path, answer)
    await sandbox(origin, 'clock/advance', { seconds: 3_600 })
    return must(path, body, tries - 1)
  }
  for (const currency of ['CHF', 'GBP']) {
    const identifier = ibanFor(currency)
    await must('bankaccounts', { institutionid, label: `account ${currency}`, currency, identifier, name })
    for (let n = 0; n < 4; n += 1) await must('wires', { institutionid, currency, amount: '20000000' })
  }
  for (const blockchain of ['ETH', 'BASE']) {
    const address = `0x${randomBytes(20).toString('hex')}`
    await must('addresses', { institutionid, blockchain, address, label: `wallet ${blockchain}` })
  }
  for (const gift of gifts) await must('deposits', { institutionid, ...gift })
  const sender = { partyname: { name }, address: { country: 'CH' }, partytype: 'company' }
  const instructions = { asset: 'VCHF', currency: 'CHF', blockchain: 'BASE' }
  const on = { railtype: 'FiatToStablecoin', sender, wallet: { destination: 'wallet BASE' }, instructions }
  const off = {
    railtype: 'StablecoinToFiat',
    sender,
    bankaccount: { destination: ibanFor('CHF') },
    instructions,
  }
  const rails = { on: await addRail(origin, client, on), off: await addRail(origin, client, off) }
  return { client, rails, read: null }
}

async function addRail(origin: string, client: Client, rail: object): Promise<string> {
  const path = '/api/v1/private/addPaymentRail'
  for (;;) {
    const nonce = freshNonce()
    const over = { nonce, signed: `${path}${canonical(rail)}${nonce}`, body: JSON.stringify(rail) }
    const answer = await client.call('addPaymentRail', {}, { origin, ...over, contentType: 'application/json' })
    // A key has one signed call a second.
    if (answer.status === 429) await new Promise((resolve) => setTimeout(resolve, 500))
    else return taken('addPaymentRail', answer).railid
  }
}

function taken(what: string, { status, body }: Answer): any {
  if (status !== 200) throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** An account at another bank. */
function ibanFor(currency: string): string {
  const digits = (count: number) => Array.from(randomBytes(count), (byte) => byte % 10).join('')
  const [country, number] = currency === 'CHF' ? ['CH', `00762${digits(12)}`] : ['GB', `NWBK601613${digits(8)}`]
  const check = 98 - mod97(`${number}${country}00`)
  return `${country}${String(check).padStart(2, '0')}${number}`
}
