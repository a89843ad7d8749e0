import { testEnv } from '@specie/test/env.ts'
import { holdings, inventory } from '@specie/test/inventory.ts'
import { startUat, type Uat } from '@specie/test/programs/uat.ts'
import { check } from '@specie/test/checks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house } from '../../ledger/house.ts'
import { fundDesk } from './desk.ts'

let uat: Uat

beforeAll(async () => {
  uat = await startUat({ LIQUIDITY: 'both', DESK_FUNDING: 'on' }, { DEVNET_CHAINS: 'ETH,BASE' })
})
afterAll(() => uat.end())

test('the desk and the venues get their inventory by wire, mint and deposit', async () => {
  await uat.pass(3 * 3600)
  const venues = await uat.database.app.query<{ institution_id: string }>('select institution_id from trading.venue')
  expect(await holdings(uat, house)).toEqual(inventory.house)
  expect(venues).toHaveLength(2)
  for (const venue of venues) expect(await holdings(uat, venue.institution_id)).toEqual(inventory.venue)
  expect((await check(uat.database.app)).filter((row) => !row.ok)).toEqual([])
})

test('a venue is its own institution, with KYB and agreements', async () => {
  const rows = await uat.database.app.query(
    `select v.name as venue, i.name, k.state, (select count(*) from onboarding.agreement a
       where a.institution_id = i.id and a.state = 'active') as agreements
     from trading.venue v join directory.institution i on i.id = v.institution_id
       join onboarding.kyb_case k on k.institution_id = i.id order by v.name`,
  )
  expect(rows).toEqual([
    { venue: 'alpha', name: 'Liquidity provider alpha', state: 'approved', agreements: 2n },
    { venue: 'beta', name: 'Liquidity provider beta', state: 'approved', agreements: 2n },
  ])
})

test('when everything has arrived, the job only makes two queries', async () => {
  const env = testEnv(uat.database)
  let queries = 0
  const query: typeof env.db.query = (...of) => {
    queries += 1
    return env.db.query(...of)
  }
  expect(await fundDesk.run({ ...env, db: { ...env.db, query } })).toBe(0)
  expect(queries).toBe(2) // for the venues and for the intents
})
