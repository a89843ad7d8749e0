import { systemClock } from './base/clock.ts'
import { BadSetting } from './base/config.ts'
import { applicationName } from './base/database/application-name.ts'
import { connect, type Db, isSqlState } from './base/database/db.ts'
import { recordServer } from './base/database/record-server.ts'
import { assertLeastPrivilege, grantApplicationRole } from './base/database/privileges.ts'
import { issuer, storePayerAccounts } from './banking/account/payer-accounts.ts'
import { providerName } from './markets/provider/provider.ts'
import { type SeenServers, seenServers } from './base/database/seen-servers.ts'
import { assertEnvironment, isPrepared, prepareDatabase } from './database.ts'

type Payers = { readonly providerAccounts: readonly string[]; readonly issuerAccounts: readonly string[] }

type Logins = Payers & {
  readonly environment: 'uat' | 'production'
  /** The service's own login. */
  readonly databaseUrl: string
  /** The owner of the schemas; null: another start applies migrations, or the service's own login if it may. */
  readonly databaseOwnerUrl: string | null
  readonly databasePatience: number
  /** The recorded server that the database has left on purpose. */
  readonly formerServer?: string | null
  /** Marks the row versions that migrations write. */
  readonly traceKey: Uint8Array | null
}

type Say = { info(facts: { applied: string[] }, text: string): void; warn(sentence: string): void }

/** Before a process uses the database. Its login has only the service's rights, and the schema is this version's. */
export async function prepare(settings: Logins, log: Say, seen: SeenServers = seenServers()): Promise<void> {
  const {
    environment,
    databaseUrl,
    databaseOwnerUrl,
    databasePatience: patience,
    formerServer = null,
    traceKey,
  } = settings
  const open = (url: string) =>
    connect({ url, max: 1, kind: 'migrations', patience, seen, traceKey, application: applicationName('migrate') })
  const login = open(databaseUrl)
  const owner = databaseOwnerUrl === null ? login : open(databaseOwnerUrl)
  const judge = () => assertLeastPrivilege(login, environment, (sentence) => log.warn(sentence))
  try {
    await judge()
    const applied = await upToDate(owner, environment, owner !== login)
    if (applied !== null) log.info({ applied }, 'database prepared')
    if (owner !== login) await grantApplicationRole(owner, login)
    // New objects may belong to a role that the login can assume.
    if (applied !== null && owner !== login) await judge()
    await assertEnvironment(owner, environment)
    await storePayers(owner, settings)
    await recordServer(owner, formerServer)
  } finally {
    await login.close()
    if (owner !== login) await owner.close()
  }
}

/** The applied migrations; null when there were none. */
async function upToDate(owner: Db, environment: string, named: boolean): Promise<string[] | null> {
  try {
    if (await isPrepared(owner)) return null
    return await prepareDatabase(owner, environment, systemClock.now())
  } catch (error) {
    if (!isSqlState(error, '42501')) throw error
    throw new BadSetting(
      `The database needs the migrations of this version, and this login may not apply them (${(error as Error).message}): ` +
        (named
          ? 'DATABASE_OWNER_URL must name the owner of the database, who may create roles and, where specie_app is there already, ' +
            'has it with admin option (docs/operations.md, two logins).'
          : 'run `specie migrate` with DATABASE_OWNER_URL naming the login that owns it.'),
    )
  }
}

/** Payers whose wires are not deposits. */
export const payersOf = ({ providerAccounts, issuerAccounts }: Payers) => ({
  [providerName]: providerAccounts,
  [issuer]: issuerAccounts,
})

/** A wire from one of these accounts is not screened, so the service itself cannot register them. */
async function storePayers(owner: Db, payers: Payers): Promise<void> {
  try {
    await storePayerAccounts(owner, payersOf(payers))
  } catch (error) {
    if (!isSqlState(error, '42501')) throw error
    throw new BadSetting(
      'PROVIDER_ACCOUNTS or ISSUER_ACCOUNTS differs from the database, and this login may not change it. Run ' +
        '`specie migrate` with the same two settings and DATABASE_OWNER_URL naming the login that owns it.',
    )
  }
}
