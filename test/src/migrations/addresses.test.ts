import { randomUUID } from 'node:crypto'
import { checkTraces } from '@specie/service/checks/check.ts'
import { prepareDatabase } from '@specie/service/database.ts'
import { whitelistedWallet } from '@specie/service/destinations/address/row.ts'
import { suspendAddress } from '@specie/service/destinations/address/suspend.ts'
import { skipCooling, whitelistAddress } from '@specie/service/destinations/address/whitelist.ts'
import { expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { testEnv } from '../env.ts'

// Migration 0021: addresses of the version before have no proof, because only the sandbox could add any.

test('an address of the version before can still be used, and says that nobody signed for it', async () => {
  const database = await freshDatabase()
  const env = testEnv(database)
  const officer = { actor: 'test', why: 'because' }
  const institutionId = randomUUID()
  await env.db.query(`insert into directory.institution values ($1, 'Acme AG', $2)`, [institutionId, env.clock.now()])
  const address = `0x${'12'.repeat(20)}`
  const request = { institutionId, blockchain: 'ETH', address, label: 'vault', memo: null, vasp: null } as const
  const id = await whitelistAddress(env, request, officer)
  await skipCooling(env, id, officer)
  await database.owner.query(
    `alter table destinations.address drop column travel_address, drop column proof_text, drop column proof,
       drop column suspended_by`,
  )
  // The check of the last one is a definition, and went with it.
  await database.owner.query(`delete from base.definition where name = 'values/destinations.address.sql'`)
  await database.owner.query(`delete from base.migration where name like '0021%'`)

  await prepareDatabase(database.owner, 'uat', new Date())
  expect(await whitelistedWallet(env.db, institutionId, 'ETH', 'vault')).toMatchObject({
    id,
    proof: { method: 'sandbox' },
  })
  const by = { ...officer, at: env.clock.now() }
  expect(await env.db.tx((tx) => suspendAddress(env, tx, { institutionId }, id, by))).toBe('Disabled')
  expect((await database.app.tx(checkTraces)).filter((row) => !row.ok)).toEqual([])
  await database.drop()
})
