import { bankFilesForEachTest, importAndAttribute, type Reported } from '@specie/test/banking/at-bank.ts'
import { recallOf } from '@specie/test/banking/bank-files.ts'
import { expect, test } from 'vitest'
import { listDeposits } from './list.ts'

// The reasons that an institution sees for an uncredited wire.

let at: Reported
bankFilesForEachTest((reported) => (at = reported))

const shown = async () =>
  (await listDeposits(at.env, at.acme, {})).deposits.map(({ status, reason }) => ({ status, reason }))

const recalled = [{ status: 'returned', reason: 'Its sender’s bank has recalled it.' }]

test('a wire recalled while held is shown as recalled, not as refused', async () => {
  const usual = at.quoting('W1')
  const entry = { ...usual, counterparty: { ...usual.counterparty, name: 'Somebody Else Ltd' } }
  await importAndAttribute(at.env, at.bank.notify([entry]))
  expect(await shown()).toMatchObject([{ status: 'held' }])
  await importAndAttribute(at.env, at.bank.notify([recallOf(entry, 'BACK')]))
  expect(await shown()).toEqual(recalled)
})

test('a wire recalled after its credit is shown as recalled too', async () => {
  const entry = at.quoting('W1')
  await importAndAttribute(at.env, at.bank.notify([entry]))
  await importAndAttribute(at.env, at.bank.notify([recallOf(entry, 'BACK')]))
  expect(await shown()).toEqual(recalled)
})
