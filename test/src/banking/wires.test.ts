import { checkBooks } from '@specie/service/checks/check.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxControl, money, passUntil } from '../chains/story.ts'
import { sandbox } from '../client.ts'
import { twoOperators } from '../operators.ts'
import { specie } from '../programs/specie.ts'
import { startUat, type Uat } from '../programs/uat.ts'

let uat: Uat
beforeAll(async () => {
  uat = await startUat()
})
afterAll(() => uat.end())

const operator = (...words: string[]) => specie({ DATABASE_URL: uat.database.url }, ...words)
const together = (...words: string[]) => twoOperators({ database: uat.database, origin: uat.service.origin }, ...words)
const broken = async () => (await checkBooks(uat.database.app)).filter((row) => !row.ok)

test('waiting items are listed, and a wire without an owner can be sent back', async () => {
  expect(await together('bank', 'cases')).toEqual({ code: 0, said: 'There are none.\n' })
  const { institutionid } = await uat.onboard()
  await sandboxControl(uat, 'wires', { institutionid, currency: 'CHF', amount: '700.5', reference: '' })
  const wires = async () => (await together('bank', 'wires')).said
  await expect.poll(wires).toMatch(/ unidentified +700\.5 +CHF /)
  const wire = /^(\S+) +unidentified/m.exec(await wires())![1]!
  expect(await operator('bank', 'send-back', wire)).toMatchObject({ code: 2 })
  expect(await together('bank', 'send-back', wire, 'nobody', 'knows', 'it')).toMatchObject({ code: 0 })
  // On its way back, or arrived: UAT's bank is quick.
  expect(await together('bank', 'send-back', wire, 'again')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/already|is returned/),
  })
  const state = async () =>
    (await uat.database.app.query<{ state: string }>('select state from banking.wire where id = $1', [wire]))[0]!.state
  await passUntil(uat, 96, async () => (await state()) === 'returned')
  expect(await state()).toBe('returned')
  expect((await operator('check')).code).toBe(0)
})

test('a wire that is held and released twice has the books of its row', async () => {
  const acme = await uat.onboard()
  const { institutionid } = acme
  /** Released and held again before the job runs. Null if the job was quicker and has credited it. */
  async function heldAgain(): Promise<string | null> {
    const held = await sandboxControl(uat, 'holds', { institutionid, on: 'next wire', reason: 'edd_required' })
    await sandboxControl(uat, 'wires', { institutionid, currency: 'CHF', amount: '1000' })
    await uat.pass(1_800)
    expect(await broken()).toEqual([])
    const [wire] = await uat.database.owner.query<{ id: string }>(`select id from banking.wire where state = 'held'`)
    await sandboxControl(uat, `holds/${held.holdid}/release`)
    const { status, body } = await sandbox(uat.service.origin, 'holds', {
      institutionid,
      on: wire!.id,
      reason: 'edd_required',
    })
    if (status === 200) return body.holdid
    expect(body).toMatchObject({ code: 'bad_request', details: { rule: 'too_late' } })
    await uat.pass(60)
    return null
  }
  let [again, wires] = [await heldAgain(), 1]
  for (; again === null; wires += 1) again = await heldAgain()
  // The second time has its own journals.
  await uat.pass(60)
  expect(await broken()).toEqual([])
  await sandboxControl(uat, `holds/${again}/release`)
  await uat.pass(60)
  expect(await money(uat, acme, 'CHF')).toEqual({ available: String(wires * 1_000), pending: '0' })
  expect(await broken()).toEqual([])
})
