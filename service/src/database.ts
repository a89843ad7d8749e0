import { createHash } from 'node:crypto'
import { assets } from '@specie/protocol/assets.ts'
import { machines } from '@specie/protocol/machines.ts'
import { standingRows } from '@specie/protocol/standing.ts'
import { BadSetting } from './base/config.ts'
import { connect, type Db, type DbOptions, type Sql } from './base/database/db.ts'
import { define, pendingDefinitions } from './base/database/definitions.ts'
import { catalogHash } from './checks/catalog/catalog.ts'
import { notePrepared } from './checks/check-catalog.ts'
import { noteOrdersMarked } from './checks/order-marks.ts'
import { rowVersionsText, syncRowVersions } from './base/audit/row-versions.ts'
import { syncMachines } from './base/state-machine/move.ts'
import { migrate, retryOnLockTimeout, pendingMigrations } from './base/database/migrate.ts'
import { applicationRole } from './base/database/privileges.ts'
import { chart, syncChart } from './ledger/chart.ts'
import { peopleTables, syncPeople } from './people/sync.ts'
import { rooms } from './rooms.ts'

/** Tables and triggers that the code defines and the database holds; the hash identifies their version. */
const edition = createHash('sha256')
  .update(
    JSON.stringify({
      machines,
      standingRows,
      chart,
      assets,
      kept: rowVersionsText(rooms.tables),
      people: peopleTables,
      catalogHash,
    }),
  )
  .digest('hex')

/**
 * Prepares a database for this version: migrations, functions and views, then the tables that code defines (chart of
 * accounts, state tables, versioned tables), then its environment. Returns the applied files. Tests name a `folder` with
 * migrations of their own.
 */
export async function prepareDatabase(owner: Db, environment: string, at: Date, folder?: URL): Promise<string[]> {
  const applied = await retryOnLockTimeout(() =>
    owner.tx(async (tx) => {
      const migrations = await migrate(tx, at, folder)
      const definitions = await define(tx, at)
      await syncMachines(tx)
      await syncChart(tx)
      await syncPeople(tx)
      await syncRowVersions(tx, rooms.tables, migrations.length > 0)
      await noteOrdersMarked(tx)
      await notePrepared(tx, at)
      return [...migrations, ...definitions]
    }),
  )
  // Last: it records that all of the above is complete.
  await owner.query(
    `insert into base.environment (name, edition) values ($1, $2)
     on conflict (only_row) do update set edition = excluded.edition`,
    [environment, edition],
  )
  return applied
}

/** The schema is up to date. Then the login needs no right to change it (production's should have none). */
export async function isPrepared(sql: Sql): Promise<boolean> {
  if ((await pendingMigrations(sql)).length > 0 || (await pendingDefinitions(sql)).length > 0) return false
  const [row] = await sql.query<{ edition: string }>('select edition from base.environment')
  return row?.edition === edition
}

/** Throws when the database belongs to the other environment. Their keys and money must never mix. */
export async function assertEnvironment(sql: Sql, environment: string): Promise<void> {
  const [row] = await sql.query<{ name: string }>('select name from base.environment')
  if (row?.name === environment) return
  throw new BadSetting(
    `SPECIE_ENV is ${environment}, but this database belongs to ${row?.name ?? 'no environment'}: use another database.`,
  )
}

/** The service's own connection. It has only the rights of specie_app, and marks its rows. */
export function connectAsService(options: Omit<DbOptions, 'role'> & { readonly traceKey: Uint8Array | null }): Db {
  return connect({ kind: 'requests', ...options, role: applicationRole })
}
