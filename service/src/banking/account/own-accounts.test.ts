import { payingBankForEachTest } from '@specie/test/banking/at-bank.ts'
import { clientChf, clientGbp, houseChf, reserveChf } from '@specie/test/banking/bank-files.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { agree } from '@specie/test/people.ts'
import { expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { fundingReference } from '../wire/references.ts'
import { isOwnAccount } from './is-own-account.ts'
import { ownAccounts } from './own-accounts.ts'

// Registration of our accounts at the bank by two people.

let env: Env
payingBankForEachTest((paying) => ({ env } = paying))

/** The IBAN with the right check digits: 97-10 of ISO 13616. */
function iban(country: string, rest: string): string {
  const digits = `${rest}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(parseInt(letter, 36)))
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${rest}`
}

test('our accounts are recognised by IBAN, by sort code and number, and as virtual accounts', async () => {
  const virtual = await env.db.tx(async (tx) => fundingReference(env, tx, await newInstitution(env.db), 'GBP'))
  expect(virtual).toMatch(/^04-00-80 \d{8}$/)
  const digits = virtual.replaceAll(/\D/g, '')
  const ours = [
    iban('GB', `CLRB${digits}`),
    clientChf.iban,
    clientGbp.iban,
    '04-00-80 10000011',
    reserveChf.iban,
    houseChf.iban,
    virtual,
  ]
  for (const account of ours) expect(await isOwnAccount(env.db, account), account).toBe(true)
  // The same digits in another country are another account.
  for (const account of [
    iban('DE', `1234${digits}`),
    'CH9300762011623852957',
    'GB29NWBK60161331926819',
    '601613 31926819',
    'nonsense',
  ])
    expect(await isOwnAccount(env.db, account), account).toBe(false)
})

const known = (own: OwnAccount) => agree(env, 'bank.account', { ...own })

test.each<[string, OwnAccount, string, object]>([
  [
    'for another purpose',
    { ...clientChf, purpose: 'reserve' },
    `${clientChf.iban} is already registered as client_money in CHF.`,
    { field: 'iban', rule: 'purpose' },
  ],
  [
    'a second account for it',
    { ...houseChf, iban: 'CH9300762011623852957' },
    `${houseChf.iban} is already the account for house in CHF.`,
    { field: 'purpose', rule: 'purpose' },
  ],
])('an account %s is not made known', async (_what, own, message, details) => {
  const before = await ownAccounts(env.db)
  await expect(known(own)).rejects.toMatchObject({ message: expect.stringContaining(message), details })
  expect(await ownAccounts(env.db)).toEqual(before)
})

test('a registered account can be registered again with another name', async () => {
  await known({ ...houseChf, name: 'Specie House Two' })
  expect((await ownAccounts(env.db)).find(({ iban }) => iban === houseChf.iban)?.name).toBe('Specie House Two')
  await known(houseChf)
})
