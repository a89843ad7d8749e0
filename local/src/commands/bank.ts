import { importBankFileCall } from '@specie/protocol/people/bank.ts'
import { fiatCodes } from '@specie/protocol/assets.ts'
import { accountPurposes } from '@specie/service/base/ports/bank.ts'
import { userInfo } from 'node:os'
import { parseAccountId } from '@specie/payments/account.ts'
import { enterAccount } from '@specie/service/banking/account/own-accounts.ts'
import { CommandError, type Command } from './command.ts'
import { propose } from './console.ts'
import { withDatabase } from './database.ts'
import { envOf } from './env.ts'
import { overConsole } from './over-console.ts'

export const bankImport = overConsole(importBankFileCall, {
  words: { FILE: 'file', 'WHY…': 'reason' },
  does: 'take a camt.053, camt.054 or MT940 by hand: what it tells waits until the bank itself tells it',
  show: ({ sha256, outcome, waiting, known, unclear, cases }) => {
    if (outcome === 'repeated') return 'This file was taken before: nothing to do.'
    return [
      `File ${sha256} is kept. Nothing is booked by it.`,
      `${waiting} of its movements wait until the bank tells them over its own channel, ${known} it has told already.`,
      ...(unclear > 0 ? [`${unclear} of its lines name no payment, and are not looked at.`] : []),
      'Two people can vouch for it, then it is booked: see specie bank vouch.',
      ...cases.map(
        ({ kind, detail }) => `case ${kind}: ${detail.map(({ name, value }) => `${name} ${value}`).join(', ')}`,
      ),
    ].join('\n')
  },
})

export const bankVouch: Command = {
  takes: 'HASH WHY…',
  does: 'ask to book what a file taken by hand told, before the bank tells it; a second person approves it',
  run: async ([sha256, ...why]) => {
    if (sha256 === undefined || why.length === 0) throw new CommandError('Which file, and why? See specie check.')
    return propose('bank.import', { sha256 }, why)
  },
}

export const bankDisownFile: Command = {
  takes: 'HASH WHY…',
  does: 'ask to close a file taken by hand whose movements the bank never booked; a second person approves it',
  run: async ([sha256, ...why]) => {
    if (sha256 === undefined || why.length === 0)
      throw new CommandError('Which file, and what did the bank say? See specie check for its hash.')
    return propose('bank.disown_file', { sha256 }, why)
  },
}

/** For a bank without an interface of its own: its statements are imported by hand, so its accounts are told by hand. */
export const bankAccount: Command = {
  takes: 'PURPOSE CURRENCY IBAN BIC NAME [--qriban IBAN] [--sortcode 6-DIGITS --account 8-DIGITS]',
  does: 'make an account at the bank known: client_money, reserve or house, CHF or GBP',
  options: { qriban: { type: 'string' }, sortcode: { type: 'string' }, account: { type: 'string' } },
  run: async ([purpose, currency, iban, bic, ...name], { qriban, sortcode, account }) => {
    const own = {
      purpose: oneOf(accountPurposes, purpose, 'PURPOSE'),
      currency: oneOf(fiatCodes, currency, 'CURRENCY'),
      iban: ibanOf(iban, 'IBAN'),
      bic: matching(bic, /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'BIC'),
      name: matching(name.join(' '), /^.{1,70}$/, 'NAME'),
      qriban: qriban === undefined ? null : ibanOf(qriban, '--qriban'),
      sortcode: sortcode === undefined ? null : matching(sortcode, /^\d{6}$/, '--sortcode'),
      account: account === undefined ? null : matching(account, /^\d{8}$/, '--account'),
    }
    await withDatabase((db) => enterAccount(envOf(db), own, `operator ${userInfo().username}`))
    console.log(`${own.iban} is known as ${own.purpose} in ${own.currency}.`)
    return 0
  },
}

function oneOf<T extends string>(allowed: readonly T[], given: string | undefined, what: string): T {
  const found = allowed.find((value) => value === given)
  if (found === undefined) throw new CommandError(`${what} must be ${allowed.join(' or ')}, not "${given ?? ''}".`)
  return found
}

function matching(given: unknown, form: RegExp, what: string): string {
  if (typeof given === 'string' && form.test(given)) return given
  throw new CommandError(`${what} is missing or malformed.`)
}

function ibanOf(given: unknown, what: string): string {
  const account = typeof given === 'string' ? parseAccountId(given) : null
  if (account?.kind !== 'iban')
    throw new CommandError(`${what} is not an IBAN: its check digits or its length are wrong.`)
  return account.iban
}
