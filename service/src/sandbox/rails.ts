import type { Json } from '@specie/protocol/encoding/json.ts'
import * as calls from '@specie/protocol/sandbox/money.ts'
import type { z } from 'zod'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest } from '../base/http/errors.ts'
import type { App } from '../base/http/shell.ts'
import { isUuid } from '../base/ids.ts'
import { findRail, type Rail } from '../rails/rail/row.ts'
import { resumePayment } from '../rails/processing/resume.ts'
import { closeRail, suspendRail } from '../rails/rail/suspend.ts'
import { control } from './control/counterparts.ts'
import { amountOf } from './control/deposits.ts'
import { mount } from './control/mount.ts'
import { agreeInSandbox } from './demo/people.ts'
import { sendFromOutside } from './outsider.ts'

type PaymentRequest = z.infer<typeof calls.payments.request>

const by = (env: Env) => ({ actor: 'sandbox', why: 'requested through the sandbox', at: env.clock.now() })

/** Staff actions on a rail. */
const actions = [
  [calls.suspendRail, (env: Env, id: string) => env.db.tx((tx) => suspendRail(tx, id, by(env)))],
  [calls.resumeRail, (env: Env, railid: string) => agreeInSandbox(env, 'rail.resume', { railid })],
  [calls.closeRail, (env: Env, id: string) => env.db.tx((tx) => closeRail(tx, id, by(env)))],
] as const

/**
 * Money arrives over a rail: fiat at the provider, or coins on a chain of UAT. Rails are suspended, resumed and closed.
 */
export function railRoutes(app: App, env: Env): void {
  mount(app, calls.payments, async (payment) => {
    const rail = await findRail(env.db, payment.railid)
    if (rail === null) throw badRequest('unknown', 'There is no such rail.', 'railid')
    refuseForeignFields(rail, payment)
    return rail.railtype === 'FiatToStablecoin' ? payFiat(env, rail, payment) : sendCoins(env, rail, payment)
  })

  for (const [call, act] of actions) {
    mount(app, call, async (_given, parts) => {
      const { id } = await namedRail(env, parts['id']!)
      await act(env, id)
      const { state } = await namedRail(env, id)
      return { railid: id, status: state }
    })
  }

  mount(app, calls.resumePayment, async (_given, parts) => {
    const id = parts['id']!
    await env.db.tx((tx) => resumePayment(env, tx, id, by(env)))
    return { paymentid: id }
  })

  mount(app, calls.creditPayment, async (_given, parts) => {
    const paymentid = parts['id']!
    if (!isUuid(paymentid)) throw new ApiError('not_found', { paymentid }, 'There is no such payment.')
    await agreeInSandbox(env, 'payment.credit', { paymentid })
    return { paymentid }
  })
}

/** Fields for the other direction would otherwise be ignored silently. */
function refuseForeignFields({ railtype }: Rail, payment: PaymentRequest): void {
  const isOn = railtype === 'FiatToStablecoin'
  const foreign = isOn ? (['asset', 'blockchain'] as const) : (['sendername', 'currency'] as const)
  const field = foreign.find((name) => payment[name] !== undefined)
  if (field === undefined) return
  const why = isOn
    ? 'Fiat arrives over an on-ramp; leave `asset` and `blockchain` out.'
    : 'Coins arrive over an off-ramp, and they carry no name of a sender and no currency; leave `sendername` and `currency` out.'
  throw badRequest('other_direction', why, field)
}

/** The rail in the path. */
async function namedRail(env: Env, id: string): Promise<Rail> {
  const rail = await findRail(env.db, id)
  if (rail === null) throw new ApiError('not_found', { railid: id }, 'There is no such rail.')
  return rail
}

async function payFiat(env: Env, { funding, sender, ...rail }: Rail, payment: PaymentRequest) {
  if (funding === null || !('reference' in funding)) throw notOpen()
  const { arrivals } = await control(env, 'provider', 'arrivals', {
    reference: funding.reference,
    currency: payment.currency ?? rail.currency,
    amount: payment.amount,
    payername: Array.from(payment.sendername ?? sender.partyname.name)
      .slice(0, 70)
      .join(''), // the length that a bank transmits
    count: payment.count,
  })
  return { railid: rail.id, arrivals: arrivals as Json[] }
}

async function sendCoins(env: Env, { id, funding, ...rail }: Rail, payment: PaymentRequest) {
  if (funding === null || !('address' in funding)) throw notOpen()
  const { address } = funding
  const [asset, chain] = [payment.asset ?? rail.asset, payment.blockchain ?? rail.blockchain]
  const amount = amountOf(payment.amount, asset, 'amount')
  return {
    railid: id,
    address,
    txids: await sendFromOutside(env, { asset, chain, to: address, amount, count: payment.count }),
  }
}

const notOpen = () => badRequest('state', 'This rail is not active yet. Wait until it is.', 'railid')
