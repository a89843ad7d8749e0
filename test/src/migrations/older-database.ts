import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { define } from '@specie/service/base/database/definitions.ts'
import { syncRowVersions } from '@specie/service/base/audit/row-versions.ts'
import { rooms } from '@specie/service/rooms.ts'
import { syncMachines } from '@specie/service/base/state-machine/move.ts'
import { syncChart } from '@specie/service/ledger/chart.ts'
import { inject } from 'vitest'
import { databaseOn, type TestDatabase } from '../database.ts'

const folder = new URL('../../../service/sql/', import.meta.url)

/**
 * A database without the migration that has this number. It has all others, because its functions, views and value checks
 * are today's.
 */
export async function databaseBefore(number: string): Promise<TestDatabase> {
  const database = await databaseOn((name) => inject('postgres').replace('DATABASE', name), 'uat', 'template1')
  const names = (await readdir(folder)).filter((name) => /^\d{4}_/.test(name) && !name.startsWith(number)).toSorted()
  const at = new Date()
  await database.owner.tx(async (tx) => {
    for (const name of names) {
      const text = await readFile(new URL(name, folder), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      await tx.query(text)
      await tx.query('insert into base.migration (name, hash, at) values ($1, $2, $3)', [name, hash, at])
    }
    await define(tx, at)
    await syncMachines(tx)
    await syncChart(tx)
    await syncRowVersions(tx, rooms.tables, false)
  })
  return database
}
