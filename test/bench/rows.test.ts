import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../src/database.ts'
import { fillLists } from './lists/rows.ts'
import { foundInstitutions, institutionId } from './orders/rows.ts'

// The long benches run rarely: the code that fills their tables must still follow the schema.

test('the tables of the benches can be filled', async () => {
  const { owner, drop } = await freshDatabase()
  onTestFinished(drop)
  await foundInstitutions(owner, 2)
  await fillLists(owner, institutionId(0), 40)
  const [counted] = await owner.query<{ count: bigint }>('select count(*) from destinations.address')
  expect(counted!.count).toBeGreaterThanOrEqual(40n)
})
