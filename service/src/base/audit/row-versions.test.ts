import { freshDatabase } from '@specie/test/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../database/db.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const many = 6_000

const seen = (db: Pick<Db, 'query'>) =>
  db.query(
    `insert into chains.movement (id, chain, txid, index, height, block, kind, asset, sender, recipient, amount, state, created_at, updated_at)
     select gen_random_uuid(), 'ETH', 'tx ' || n, 0, n, 'block ' || n, 'transfer', 'VCHF', 'from', 'to', 1, 'seen', now(), now()
     from generate_series(1, $1::integer) n`,
    [many],
  )
const final = (db: Pick<Db, 'query'>, upTo: number) =>
  db.query(`update chains.movement set state = 'final' where state = 'seen' and height <= $1`, [upTo])

test('a change of thousands of rows after small changes fits into the time limit of a request, and each row gets a version', async () => {
  await database.app.tx(async (tx) => {
    await seen(tx)
    for (const upTo of [0, 1, 2]) await final(tx, upTo)
    await final(tx, many)
  })
  const [row] = await database.owner.query<{ versions: bigint; rows: bigint }>(
    `select count(*) as versions, count(distinct id) as rows from audit.version where name = 'chains.movement'`,
  )
  expect(row).toEqual({ versions: 2n * BigInt(many), rows: BigInt(many) })
})
