import { bankingJournals } from '@specie/service/checks/banking-journals.ts'
import { issuanceJournals } from '@specie/service/checks/issuance.ts'
import { railsJournals } from '@specie/service/checks/rails.ts'
import { tradingJournals } from '@specie/service/checks/trading.ts'
import { transfersJournals } from '@specie/service/checks/transfers.ts'
import { idsByPrefix, referenceOf } from '@specie/service/transfers/statement/references.ts'
import { expect, test } from 'vitest'

/**
 * Journals that move balances of the house only; payouts, which belong to their cause; and wires that a provider recalls, which
 * are named by their key.
 */
const nobodysOwn = ['expected', 'payout', 'quote']

test('every movement of an institution’s balance has an id in one of its lists', () => {
  const all = [...bankingJournals, ...issuanceJournals, ...railsJournals, ...tradingJournals, ...transfersJournals]
  const moving = all.filter(({ table, lines }) => /'(available|pending|held)'/.test(lines(table)))
  expect([...new Set(moving.map(({ prefix }) => prefix))].toSorted()).toEqual(
    [...Object.keys(idsByPrefix), ...nobodysOwn].toSorted(),
  )
})

test.each([
  ['withdrawal:w1:sent', null, { ref: 'w1', reftype: 'withdrawalid' }],
  ['payout:p1:returned', { kind: 'redemption', subject: 'r1' }, { ref: 'r1', reftype: 'requestid' }],
  ['conversion:c1', null, { ref: 'c1', reftype: 'conversionid' }],
  ['conversion:m1:delivered:leg', null, { ref: 'm1', reftype: 'requestid' }],
  ['by-hand:7', null, { ref: 'by-hand:7', reftype: null }],
])('the journal %s of %j belongs to %j', (key, paidFor, reference) => {
  expect(referenceOf(key, paidFor)).toEqual(reference)
})
