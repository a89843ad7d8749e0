import { createPerson } from '@specie/service/people/person/create.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '../client.ts'
import { type Served, servePeople } from './served.ts'

let served: Served
beforeAll(async () => {
  served = await servePeople()
})
afterAll(() => served.end())

const make = (email: string) =>
  sandbox(served.origin, 'people', { email, name: 'Nora Keller', roles: ['support'] }).then(({ status }) => status)

test('a person is created at any moment of the authenticator app’s step', async () => {
  const clock = served.env.clock as { now(): Date }
  const { now } = clock
  let reads = 0
  // Each reading is 20 seconds later.
  clock.now = () => new Date(Date.now() + 20_000 * (reads += 1))
  expect(await make('late@example.com')).toBe(200)
  clock.now = now
})

test('an interrupted creation is completed by a repetition', async () => {
  const by = { actor: 'test', why: 'interrupted', at: served.env.clock.now() }
  const person = {
    side: 'staff',
    institutionId: null,
    email: 'half@example.com',
    name: 'Half',
    roles: ['support'],
  } as const
  await served.env.db.tx((tx) => createPerson(served.env, tx, person, by))
  expect(await make('half@example.com')).toBe(200)
  expect(await make('half@example.com')).toBe(200)
})
