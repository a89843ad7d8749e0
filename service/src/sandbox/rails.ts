import { assetCode, chainCode, decimal } from '@specie/protocol/fields.ts'
import type { Json } from '@specie/protocol/json.ts'
import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { badRequest } from '../base/http/errors.ts'
import type { App, Request } from '../base/http/shell.ts'
import type { Rail } from '../rails/rail/row.ts'
import { resumePayment } from '../rails/payment/resume.ts'
import { closeRail, reinstateRail, suspendRail } from '../rails/rail/suspend.ts'
import { control } from './counterparts.ts'
import { amountOf } from './deposits.ts'
import { sendFromOutside } from './outsider.ts'

export const paymentAsk = z.strictObject({
  railid: z.uuid().toLowerCase(),
  /** Of fiat over an on-ramp, of coins over an off-ramp. */
  amount: decimal,
  /** The rail's own by default; another one makes it a payment in the wrong currency. */
  currency: z.enum(['CHF', 'GBP']).optional(),
  /** The rail's sender by default; another name makes it a payment of somebody else. */
  sendername: z.string().trim().min(1).max(70).optional(),
  asset: assetCode.optional(),
  blockchain: chainCode.optional(),
  count: z.int().min(1).max(200).default(1),
})
type PaymentAsk = z.infer<typeof paymentAsk>

/** What an operator can do to a rail, and what it is called where it is done. */
const switches = { suspend: suspendRail, resume: reinstateRail, close: closeRail } as const

/** Money arrives over a rail: fiat at the provider, or coins on a chain of UAT. Rails are suspended, resumed and closed. */
export function railRoutes(app: App, env: Env): void {
  app.post('/sandbox/v1/payments', async (request) => {
    const ask = fields(paymentAsk, bodyOf(request))
    const rail = await railOf(env, ask.railid)
    return rail.railtype === 'FiatToStablecoin' ? payFiat(env, rail, ask) : sendCoins(env, rail, ask)
  })

  for (const [name, act] of Object.entries(switches)) {
    app.post<{ Params: { id: string } }>(`/sandbox/v1/rails/:id/${name}`, async (request) => {
      const { id } = await railOf(env, request.params.id)
      await env.db.tx((tx: Tx) => act(env, tx, id, 'sandbox', 'asked for through the sandbox'))
      const { state } = await railOf(env, id)
      return { railid: id, status: state }
    })
  }

  app.post<{ Params: { id: string } }>('/sandbox/v1/payments/:id/resume', async (request) => {
    const { id } = request.params
    await env.db.tx((tx: Tx) => resumePayment(env, tx, id, 'sandbox', 'asked for through the sandbox'))
    return { paymentid: id }
  })
}

const bodyOf = ({ body, headers }: Request): Json => readBody(body, headers['content-type'], 'json').value

async function railOf(env: Env, id: string): Promise<Rail> {
  const known = z.uuid().safeParse(id).success
  const [rail] = known ? await env.db.query<Rail>('select * from rails.rail where id = $1', [id]) : []
  if (!rail) throw badRequest('unknown', 'There is no such rail.', 'railid')
  return rail
}

async function payFiat(env: Env, { funding, sender, ...rail }: Rail, ask: PaymentAsk) {
  if (funding === null || !('reference' in funding)) throw notOpen()
  const { arrivals } = await control(env, 'provider', 'arrivals', {
    reference: funding.reference,
    currency: ask.currency ?? rail.currency,
    amount: ask.amount,
    payername: Array.from(ask.sendername ?? sender.partyname.name)
      .slice(0, 70)
      .join(''), // as far as a bank carries it
    count: ask.count,
  })
  return { railid: rail.id, arrivals }
}

async function sendCoins(env: Env, { id, funding, ...rail }: Rail, ask: PaymentAsk) {
  if (funding === null || !('address' in funding)) throw notOpen()
  const { address } = funding
  const [asset, chain] = [ask.asset ?? rail.asset, ask.blockchain ?? rail.blockchain]
  const amount = amountOf(ask.amount, asset, 'amount')
  return {
    railid: id,
    address,
    txids: await sendFromOutside(env, { asset, chain, to: address, amount, count: ask.count }),
  }
}

const notOpen = () => badRequest('state', 'This rail has no place to pay to: it is active first.', 'railid')
