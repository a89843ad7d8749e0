import { storeBankAccounts } from '@specie/service/banking/account/own-accounts.ts'
import type { Env } from '@specie/service/base/env.ts'
import { heldItemDetails } from '@specie/service/compliance/hold-case.ts'
import { effectOf } from '@specie/service/compliance/effects.ts'
import { registerBankAccount } from '@specie/service/destinations/bank-account/register.ts'
import { advanceMints } from '@specie/service/issuance/mint/job.ts'
import { advanceRedemptions } from '@specie/service/issuance/redemption/job.ts'
import { redeemTokens } from '@specie/service/issuance/redemption/request.ts'
import { holdAndReport } from '@specie/service/stopping/place.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { withdraw } from '@specie/service/transfers/withdrawal/request.ts'
import type { HeldKind } from '@specie/protocol/holds.ts'
import { beforeEach, expect, test } from 'vitest'
import { scriptedBank } from '../banking/scripted-bank.ts'
import { type Desk, deskForEachTest, funded, landed, million, mint, money, threeHours, topUp } from '../issuance.ts'
import { decideHold } from '../people.ts'

// The data about a held operation for the decision of staff, and the promised effect of the decision on balances.

let desk: Desk
let env: Env
let acme: string
deskForEachTest((fresh) => {
  desk = fresh
  env = desk.env
})

const iban = 'CH9300762011623852957'

/** With 200,000 VCHF, 800,000 CHF and a bank account. */
beforeEach(async () => {
  await topUp(env, 'CHF', 2n * million)
  await storeBankAccounts(env, await scriptedBank().accounts())
  acme = await funded(env, { CHF: million })
  const { requestid } = await mint(env, acme)
  await landed(env, 'mint', requestid)
  await advanceMints.run(env)
  desk.pass(threeHours)
  await advanceMints.run(env)
  const main = { institutionId: acme, label: 'main', currency: 'CHF', identifier: iban, name: 'Acme' } as const
  await registerBankAccount(env, { ...main, accept: true }, { actor: 'test', why: 'because' })
})

const by = () => ({ institutionId: acme, actor: 'key' })
const hold = (on: string) =>
  env.db.tx((tx) => holdAndReport(env, tx, { institutionId: acme, on, reason: 'aml_review' }, 'alice'))

type Held = { kind: HeldKind; ask(): Promise<string>; reads: object; advance(): Promise<unknown> }

const operations: Held[] = [
  {
    kind: 'mint',
    ask: async () => (await mint(env, acme, { quantity: '150000' })).requestid,
    reads: {
      asset: 'VCHF',
      amount: 150_000_000_000n,
      fee: 0n,
      fee_asset: 'CHF',
      blockchain: 'ETH',
      destination: null,
      destination_label: null,
      parties: [],
      kept: 15_000_000n,
      kept_asset: 'CHF',
      kept_in: 'pending',
    },
    advance: () => advanceMints.run(env),
  },
  {
    kind: 'redemption',
    ask: async () => {
      const fields = { asset: 'VCHF', blockchain: 'ETH', quantity: '1000', bankaccount: 'main' }
      return (await redeemTokens(env, by(), fields)).answer.requestid
    },
    reads: {
      asset: 'VCHF',
      amount: 1_000_000_000n,
      fee: 0n,
      fee_asset: 'CHF',
      blockchain: 'ETH',
      destination: iban,
      destination_label: 'main',
      parties: ['Acme'],
      kept: 1_000_000_000n,
      kept_asset: 'VCHF',
      kept_in: 'pending',
    },
    advance: () => advanceRedemptions.run(env),
  },
  {
    kind: 'withdrawal',
    ask: async () =>
      (await withdraw(env, by(), { asset: 'CHF', quantity: '10', destination: 'main' })).answer.withdrawalid!,
    reads: {
      asset: 'CHF',
      amount: 1_000n,
      fee: 0n,
      fee_asset: 'CHF',
      blockchain: null,
      destination: iban,
      destination_label: 'main',
      parties: ['Acme'],
      kept: 1_000n,
      kept_asset: 'CHF',
      kept_in: 'pending',
    },
    advance: () => advanceWithdrawals.run(env),
  },
]

test.each(operations)(
  'a held $kind: its case, and the effect of its rejection',
  async ({ kind, ask, reads, advance }) => {
    const { holdid } = await hold(`next ${kind}`)
    const id = await ask()
    await advance()
    const facts = (await heldItemDetails(env, kind, id))!
    expect(facts).toMatchObject({ id, institution_id: acme, ...reads })
    const { changes } = effectOf(kind, 'reject', facts, 0)
    const before = await money(env, acme)
    await decideHold(env, holdid, 'reject')
    await advance()
    const after = await money(env, acme)
    for (const asset of ['CHF', 'VCHF'] as const) {
      for (const name of ['available', 'pending'] as const) {
        const change = changes.find((one) => one.asset === asset && one.name === name)?.change ?? 0n
        expect(after[asset][name] - before[asset][name], `${asset} ${name}`).toBe(change)
      }
    }
    expect(changes).not.toEqual([])
    expect(await heldItemDetails(env, kind, id)).toMatchObject({ kept: null, kept_in: null })
  },
)
