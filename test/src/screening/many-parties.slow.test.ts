import { addToWatchlist } from '@specie/service/compliance/list/own.ts'
import { rescreen } from '@specie/service/compliance/rescreen.ts'
import type { Env } from '@specie/service/base/env.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, pastTriggers, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { newInstitution } from '../institution.ts'
import { screened } from './desk.ts'

// A new version of a list with 200 new entries, and many registered parties.

const many = 20_000

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(() => database.drop())

const [consonants, vowels] = ['bcdfghjklmnprstvwz', 'aeiou']
let seed = 7
const below = (limit: number): number => (seed = (seed * 48_271) % 2_147_483_647) % limit
const syllable = (): string => consonants[below(18)]! + vowels[below(5)]!
const word = (): string => Array.from({ length: 2 + below(3) }, syllable).join('') + consonants[below(18)]!
const names = Array.from({ length: many }, (_, n) => `${word()} ${word()} ${n} AG`)

test('everything that a new version affects is found within two minutes', async () => {
  const institution = await newInstitution(env.db)
  await pastTriggers(
    database.owner,
    `insert into compliance.party (id, institution_id, subject_kind, subject_id, part, hash, content, created_at)
     select gen_random_uuid(), $1, 'bank_account', gen_random_uuid(), 'holder', 'hash ' || n,
       jsonb_build_object('kind', 'company', 'name', name), now()
     from unnest($2::text[]) with ordinality party (name, n)`,
    [institution, names],
  )
  const listed = names.filter((_, n) => n % 100 === 7)
  await screened(env)
  await env.db.tx((tx) =>
    addToWatchlist(
      tx,
      listed.map((name) => ({ name, list: 'test', effect: 'review' as const })),
      env.clock.now(),
    ),
  )
  const began = performance.now()
  await screened(env)
  const seconds = (performance.now() - began) / 1_000
  expect(await rescreen.run(env)).toBe(0)
  const [run] = await env.db.query<{ parties: number }>(
    'select parties from compliance.rescreening order by created_at desc limit 1',
  )
  expect(run).toEqual({ parties: many })
  const found = await env.db.query(
    `select from compliance.hit h join compliance.list_entry e on e.id = h.entry_id
     where h.content #>> '{party,name}' = e.content #>> '{names,0,text}'`,
  )
  expect(found).toHaveLength(listed.length)
  expect(seconds).toBeLessThan(120)
}, 600_000)
