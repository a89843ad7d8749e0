import { storePayerAccounts } from '@specie/service/banking/account/payer-accounts.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import { connect, type Db } from '@specie/service/base/database/db.ts'
import { prepareDatabase } from '@specie/service/database.ts'
import { payersOf } from '@specie/service/prepare.ts'
import { traceKey } from './trace-key.ts'

/** A migrated database that others are copied from: migrating takes ten times as long. */
export const template = 'migrated_uat'

export async function makeTemplate(url: (database: string) => string): Promise<void> {
  const admin = connect({ url: url('postgres'), max: 1 })
  await admin.query(`create database ${template}`)
  await admin.close()
  const owner = connect({ url: url(template), max: 1, traceKey })
  await prepareForTests(owner, 'uat')
  await owner.close()
}

/** Like `prepare` with the settings of that environment. */
export async function prepareForTests(owner: Db, environment: 'uat' | 'production'): Promise<void> {
  await prepareDatabase(owner, environment, systemClock.now())
  await storePayerAccounts(owner, payersOf(readConfig({ SPECIE_ENV: environment })))
}
