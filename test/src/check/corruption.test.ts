import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks, checkTraces } from '@specie/service/check.ts'
import { sealAll } from '@specie/service/ledger/seals.ts'
import { testEnv } from '../env.ts'
import type { Uat } from '../uat.ts'
import { aWorld } from './world.ts'

let uat: Uat
beforeAll(async () => {
  uat = await aWorld()
  await uat.service.stop()
  await sealAll.run(testEnv(uat.database))
}, 600_000)
afterAll(() => uat?.end())

test('what only the service has written is in order', async () => {
  const rows = await uat.database.app.tx(async (tx) => [...(await checkBooks(tx)), ...(await checkTraces(tx))], 'repeatable read, read only')
  for (const row of rows.filter((one) => !one.ok)) console.log(row.invariant, row.what, '\n    ', row.detail)
  console.log(await uat.database.app.query(`select machine, to_state, count(*)::int as n from state.history group by 1,2 order by 1,2`).then((r) => r.map((x: any) => `${x.machine}:${x.to_state}:${x.n}`).join(' ')))
  console.log(await uat.database.app.query(`select count(*) as n, (select count(*) from audit.version) as v, (select count(*) from audit.signature) as s, (select json_agg(x) from (select stream, count(*), sum(count) from audit.seal group by stream) x) from ledger.journal`))
  expect(rows.filter((row) => !row.ok)).toEqual([])
})
