import { fiatCodes } from '@specie/protocol/assets.ts'
import { formatAccountId, parseAccountId } from '@specie/payments/account.ts'
import { MoneyError, formatMinor, parseAmount } from '@specie/protocol/money.ts'
import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { jsonOf, type App } from '../server.ts'
import { accountAt } from './accounts.ts'
import type { Bank } from './bank.ts'
import type { Wire } from './events.ts'
import { misbehaviours, type Misbehaviour } from './misbehaviour.ts'
import { free } from './state.ts'
import { assertRoom, recallable, recallWire, receiveWire } from './wires.ts'

/** Text allowed in a bank message. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]+$/u, 'one line of printable text')

const reason = z.string().regex(/^[A-Z0-9]{4}$/, 'an ISO 20022 reason such as AC04')
const seconds = z.int().min(0).max(31_536_000)

const wireAsk = z.strictObject({
  account: z.string().nullish(),
  currency: z.enum(fiatCodes),
  amount: z.string(),
  sendername: line(70),
  senderiban: z.string().nullish(),
  reference: line(140).nullish(),
  creditorAccount: line(34).nullish(),
  endtoendid: line(35).nullish(),
  recall: z.boolean().nullish(),
  reason: reason.nullish(),
  seconds: seconds.nullish(),
})

export const bankNextAsk = z.union([
  z.strictObject({
    next: z.enum(Object.keys(misbehaviours) as Misbehaviour[]),
    reason: reason.nullish(),
    count: z.int().min(1).max(10_000).nullish(),
    seconds: seconds.nullish(),
    bankref: z.string().nullish(),
  }),
  z.strictObject({ sweeps: z.enum(['delayed', 'normal']) }),
  z.strictObject({ payments: z.enum(['delayed', 'normal']) }),
])

const clockAsk = z.strictObject({ settlement: z.iso.datetime(), speed: z.number().min(0).max(1_000_000) })

/** UAT only: events of the outside world, and faults of the bank. */
export function controlRoutes(app: App, bank: Bank): void {
  const { state } = bank

  app.post('/bank/control/wires', async (request) => {
    const requested = wireOf(jsonOf(wireAsk, request))
    const wire = receiveWire(state, requested, bank.now())
    assertRoom(state, requested)
    await bank.record(wire)
    return { bankref: wire.booking.entry.bankref }
  })

  app.post('/bank/control/next', async (request) => {
    const ask = jsonOf(bankNextAsk, request)
    if ('sweeps' in ask) await bank.record({ type: 'sweeps', sweeps: ask.sweeps })
    else if ('payments' in ask) await bank.record({ type: 'payments', pace: ask.payments })
    else await misbehave(bank, ask)
    return { asked: state.asked, sweeps: state.sweeps, payments: state.payments }
  })

  app.post('/bank/control/clock', async (request) => {
    const pushed = jsonOf(clockAsk, request)
    void bank.record({ type: 'clock', settlement: new Date(pushed.settlement).toISOString(), speed: pushed.speed })
    await bank.catchUp()
    return { settlement: bank.now().toISOString(), speed: state.clock?.speed ?? 1 }
  })

  app.post('/bank/control/close-day', async () => ({ files: await bank.closeDay() }))

  app.post('/bank/control/release', async () => {
    const files = state.held.map(({ name }) => name)
    for (const name of files) void bank.record({ type: 'published', name })
    await bank.durable()
    return { files }
  })

  app.get('/bank/control/state', async () => {
    const view = stateView(bank)
    await bank.durable()
    return view
  })
}

function wireOf(ask: z.infer<typeof wireAsk>): Wire {
  const sender = ask.senderiban ? parseAccountId(ask.senderiban) : null
  if (ask.senderiban && !sender) throw new Refusal(400, '`senderiban` is not a valid account. Its check digits fail.')
  const creditor = ask.creditorAccount ? parseAccountId(ask.creditorAccount) : null
  return {
    account: ask.account?.replaceAll(' ', '') ?? null,
    currency: ask.currency,
    amount: amountOf(ask.amount, ask.currency),
    sender: { name: ask.sendername, account: sender },
    reference: ask.reference ?? null,
    creditorAccount: creditor ? formatAccountId(creditor) : (ask.creditorAccount ?? null),
    endToEndId: ask.endtoendid ?? null,
    recall: ask.recall ?? false,
    reason: ask.reason ?? null,
    seconds: ask.seconds ?? null,
  }
}

function amountOf(text: string, currency: 'CHF' | 'GBP'): bigint {
  try {
    const { minor } = parseAmount(text, currency)
    if (minor > 0n) return minor
    throw new MoneyError('format', 'The amount must be above zero.')
  } catch (error) {
    if (error instanceof MoneyError) throw new Refusal(400, `\`amount\`: ${error.message}`)
    throw error
  }
}

type NextAsk = Extract<z.infer<typeof bankNextAsk>, { next: Misbehaviour }>

async function misbehave(bank: Bank, ask: NextAsk): Promise<void> {
  const { next } = ask
  const fault = { reason: ask.reason ?? null, seconds: ask.seconds ?? null }
  let count = ask.count ?? 1
  if (next === 'recall') {
    const now = ask.bankref ? [ask.bankref] : recallable(bank.state).slice(0, count)
    for (const bankref of now) void bank.record(recallWire(bank.state, bankref, fault.reason, bank.now()))
    count -= now.length
  }
  if (count > 0) void bank.record({ type: 'asked', next, count, ...fault })
  await bank.catchUp()
}

function stateView({ state, now }: Bank): unknown {
  return {
    settlement: now().toISOString(),
    speed: state.clock?.speed ?? 1,
    accounts: [...state.accounts].map(([iban, account]) => ({
      iban,
      purpose: accountAt(iban).purpose,
      currency: accountAt(iban).currency,
      balance: formatMinor(account.balance, 2),
      free: formatMinor(free(account), 2),
      openday: account.openDay,
      notifications: account.notifications,
      statements: account.statements,
    })),
    pending: [...state.pending.values()].map(({ messageId, dueAt, payments }) => ({
      messageId,
      dueAt,
      payments: payments.map(({ endToEndId, amount, own }) => ({ endToEndId, amount: formatMinor(amount, 2), own })),
    })),
    reversals: state.reversals.map(({ of, dueAt, reason }) => ({ of, dueAt, reason: reason.code })),
    held: state.held.map(({ name, until }) => ({ name, until })),
    asked: state.asked,
    sweeps: state.sweeps,
    payments: state.payments,
  }
}
