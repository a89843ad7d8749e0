import { systemClock } from '@specie/service/base/clock.ts'
import { checkAllOf } from '@specie/service/checks/check.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pastTriggers } from '../database.ts'
import type { AddressDesk } from '../people/address-desk.ts'
import { openInstitution, startMoneyDesk } from '../people/money-desk.ts'
import { staff } from '../people.ts'
import { traceKey } from '../trace-key.ts'

// Growing and final values cannot be reset by the owner of the database.

let desk: AddressDesk
beforeAll(async () => {
  desk = await startMoneyDesk()
})
afterAll(() => desk.stop())

async function broken(): Promise<string[]> {
  const { rows } = await checkAllOf(desk.database.app, { full: true, at: systemClock.now(), anchor: { traceKey } })
  return rows.filter(({ ok }) => !ok).map(({ what, detail }) => `${what}: ${detail}`)
}

test('a revoked key does not regain the rights that a process may cache', async () => {
  const acme = await openInstitution(desk)
  const admin = await acme.join('admin')
  await acme.signed('accountBalance')
  const [key] = await desk.database.owner.query<{ id: string }>(
    'select id from access.api_key where institution_id = $1',
    [acme.id],
  )
  await admin.post(`/keys/${key!.id}/revoke`, { reason: 'stolen' })
  const before = await broken()
  const lowered = 'update access.key_use set version = version - 1 where key_id = $1'
  await expect(desk.database.owner.query(lowered, [key!.id])).rejects.toThrow(
    'the version of a key cannot be brought back',
  )
  await pastTriggers(desk.database.owner, lowered, [key!.id])
  expect((await broken()).filter((line) => !before.includes(line))).toEqual([
    expect.stringContaining(`access.key_use ${key!.id}: its version is`),
  ])
})

test('an ended session stays ended', async () => {
  const { id } = await staff(desk.env, 'mlro')
  const before = await broken()
  const revived = `update people.session set seen_at = seen_at + interval '11 hours' where id = $1`
  await expect(desk.database.owner.query(revived, [id])).rejects.toThrow('cannot be brought back')
  await expect(
    desk.database.owner.query(`update people.session set seen_at = seen_at - interval '1 second' where id = $1`, [id]),
  ).rejects.toThrow('cannot be brought back')
  await pastTriggers(desk.database.owner, revived, [id])
  expect((await broken()).filter((line) => !before.includes(line))).toEqual([
    expect.stringContaining(`no session was seen later than now: people.session ${id}`),
  ])
})

test('a code of an authenticator app cannot be used twice', async () => {
  const { person } = await staff(desk.env, 'mlro')
  await desk.database.app.query(
    `insert into people.totp (person_id, sealed_secret, confirmed_at, last_step, updated_at) values ($1, 'x', now(), 7, now())`,
    [person.id],
  )
  const before = await broken()
  const lowered = 'update people.totp set last_step = 6 where person_id = $1'
  await expect(desk.database.owner.query(lowered, [person.id])).rejects.toThrow('cannot be brought back')
  await pastTriggers(desk.database.owner, lowered, [person.id])
  expect((await broken()).filter((line) => !before.includes(line))).toEqual([
    expect.stringContaining(`people.totp ${person.id} was changed past the service`),
  ])
})
