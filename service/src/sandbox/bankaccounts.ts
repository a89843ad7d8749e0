import { bankAccounts, disableBankAccount } from '@specie/protocol/sandbox/destinations.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { disableBankAccount as disable } from '../destinations/bank-account/change.ts'
import { registerBankAccount } from '../destinations/bank-account/register.ts'
import { mount } from './control/mount.ts'

/** Registers a bank account for withdrawals, through the real checks; disables it. */
export function bankAccountRoutes(app: App, env: Env): void {
  mount(app, bankAccounts, ({ institutionid: institutionId, ...rest }) =>
    registerBankAccount(env, { institutionId, ...rest }, { actor: 'sandbox', why: 'asked for' }),
  )

  mount(app, disableBankAccount, async (_given, { id }) => {
    const bankaccountid = id!
    const by = { actor: 'sandbox', why: 'asked for', at: env.clock.now() }
    await env.db.tx((tx) => disable(env, tx, null, bankaccountid, by))
    return { bankaccountid, usable: false }
  })
}
