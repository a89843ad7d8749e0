import { checkBooks } from '@specie/service/check.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lever, money } from '../chains/story.ts'
import { startUat, type Uat } from '../uat.ts'

let uat: Uat
beforeAll(async () => {
  uat = await startUat()
})
afterAll(() => uat.end())

const broken = async () => (await checkBooks(uat.database.app)).filter((row) => !row.ok)

test('a wire that is held and released, once and again, has the books that its row asks for', async () => {
  const acme = await uat.onboard()
  const { institutionid } = acme
  const held = await lever(uat, 'holds', { institutionid, on: 'next wire', reason: 'edd_required' })
  await lever(uat, 'wires', { institutionid, currency: 'CHF', amount: '1000' })
  await uat.pass(1_800)
  expect(await broken()).toEqual([])
  const [wire] = await uat.database.owner.query<{ id: string }>(`select id from banking.wire where state = 'held'`)
  // Released and held again before anybody has looked: the second time has journals of its own.
  await lever(uat, `holds/${held.holdid}/release`)
  const again = await lever(uat, 'holds', { institutionid, on: wire!.id, reason: 'edd_required' })
  await uat.pass(60)
  expect(await broken()).toEqual([])
  await lever(uat, `holds/${again.holdid}/release`)
  await uat.pass(60)
  expect(await money(uat, acme, 'CHF')).toEqual({ available: '1000', pending: '0' })
  expect(await broken()).toEqual([])
})
