import { endpoints } from '@specie/protocol/endpoints.ts'
import { type Machine, machines, pathTo, statesOf } from '@specie/protocol/machines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, onboard } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { type RunningService, startService } from '../service.ts'

// Every signed endpoint, for every state of the caller's key and of its agreements: the answer of the contract.

let database: TestDatabase
let service: RunningService
beforeAll(async () => {
  database = await freshDatabase()
  service = await startService(database.url)
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

const signed = endpoints.filter((endpoint) => endpoint.access === 'signed')
const products = ['stablecoin_issuance', 'crypto_conversion']

/** Moves the institution's row of this table to a state, along the machine. */
const reach = async (table: 'api_key' | 'agreement', { institutionid }: Client, state: string, from: string) => {
  const machine: Machine = machines[table]
  const path = pathTo({ ...machine, initial: from }, state)
  await database.owner.tx(async (tx) => {
    await tx.query(`select state.acting('test', 'a test', now())`)
    for (const { to } of path)
      await tx.query(`update institutions.${table} set state = $2 where institution_id = $1`, [institutionid, to])
  })
}

/** The answer to an empty body: whoever passes the gate is told which field is missing, or gets what was asked for. */
async function answerOf(client: Client, path: string, body: 'form' | 'json'): Promise<string> {
  await database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
  const over = body === 'json' ? { contentType: 'application/json' } : {}
  const answer = await client.call(path.replace('/private/', ''), {}, over)
  const { code, details } = answer.body
  if (answer.status === 200 || code === 'bad_request') return 'passes'
  return `${answer.status} ${code}${details?.key_status ? ` ${details.key_status}` : ''}`
}

describe.each(statesOf(machines.api_key))('a key that is %s', (state) => {
  test.each(signed.map(({ name, path, body }) => [name, path, body] as const))('%s', async (_name, path, body) => {
    const client = await onboard(service.origin)
    if (state === 'registered') {
      // There is no way back to it: the row is put there past its triggers.
      await database.owner.tx(async (tx) => {
        await tx.query('set local session_replication_role = replica')
        await tx.query(`update institutions.api_key set state = 'registered' where institution_id = $1`, [
          client.institutionid,
        ])
      })
    } else await reach('api_key', client, state, 'active')
    const usable = state === 'active' || state === 'rotating'
    expect(await answerOf(client, path, body)).toBe(usable ? 'passes' : `401 signature_failure ${state}`)
  })
})

describe.each(statesOf(machines.agreement))('with agreements that are %s', (state) => {
  test.each(signed.map(({ name, path, body, needs }) => [name, path, body, needs] as const))(
    '%s',
    async (_name, path, body, needs) => {
      const client = await onboard(service.origin, { agreements: [] })
      const { agreement } = needs as { agreement?: string }
      for (const product of products) {
        await database.owner.tx(async (tx) => {
          await tx.query(`select state.acting('test', 'a test', now())`)
          const [row] = await tx.query<{ id: string }>(
            `insert into institutions.agreement (id, institution_id, product, version, state, created_at, updated_at)
             values (gen_random_uuid(), $1, $2, '1', 'drafted', now(), now()) returning id`,
            [client.institutionid, product],
          )
          for (const { to } of pathTo(machines.agreement, state))
            await tx.query('update institutions.agreement set state = $2 where id = $1', [row!.id, to])
        })
      }
      const open = agreement === undefined || state === 'active'
      expect(await answerOf(client, path, body)).toBe(open ? 'passes' : '403 agreement_missing')
    },
  )
})
