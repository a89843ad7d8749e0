import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@specie/service/base/clock.ts'
import { createKeystore } from '@specie/service/keys/keystore.ts'
import { isBusinessDay } from '@specie/payments/calendar.ts'
import { type Answer, type Client, onboard, type OnboardOptions, sandbox } from '../client.ts'
import { type Counterparts, startCounterparts } from './counterparts.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { type DevnetProcess, startDevnet } from './devnet.ts'
import { type RunningService, startService } from './service.ts'
import { mergeSettings } from './constants.ts'

// The whole of UAT as processes: a database, the bank, the chains on request, and a service between them.

export type Uat = {
  database: TestDatabase
  counterparts: Counterparts
  /** Null by default: most tests need no chains. */
  devnet: DevnetProcess | null
  service: RunningService
  /** The location of its keys, for a thief. */
  keys: { readonly KEYSTORE: string; readonly KEYSTORE_PASSPHRASE: string }
  /** Restarts the service on the same database and bank. */
  restart(settings?: Record<string, string>): Promise<void>
  /** One more process of the service on the same database, bank and chains; the caller ends it. */
  another(settings: Record<string, string>): Promise<RunningService>
  /** Advances settlement time; returns once everything due is done. */
  pass(seconds: number): Promise<void>
  /** An unpaced signed call: the rate has tests of its own. */
  call(client: Client, name: string, fields?: Record<string, string>): Promise<Answer>
  onboard(options?: OnboardOptions): Promise<Client>
  end(): Promise<void>
}

/**
 * `LIQUIDITY=both`: the two venues of the counterparts make prices. `chains`: how its chains run; DEVNET_CHAINS names those of
 * the test, because each takes time. Blocks of 50 ms by default, so that tests do not wait for them.
 */
export async function startUat(
  settings: Record<string, string> = {},
  chains: Record<string, string> | null = null,
  on?: TestDatabase,
): Promise<Uat> {
  const database = on ?? (await freshDatabase())
  await startInTheMorning(database)
  const devnet = chains === null ? null : await startDevnet({ DEVNET_BLOCK_MS: '50', ...chains })
  const counterparts = await startCounterparts(devnet === null ? {} : { DEVNET_URL: devnet.origin })
  const folder = await mkdtemp(join(tmpdir(), 'specie-uat-'))
  const keys = keysIn(folder)
  // A real keystore, with a cheap key derivation.
  if (devnet !== null) await createKeystore(keys.KEYSTORE, keys.KEYSTORE_PASSPHRASE, { N: 2 ** 10, r: 8, p: 1 })
  const outside = {
    BANK_URL: counterparts.origin,
    PROVIDER_URL: counterparts.origin,
    ...(devnet === null ? {} : { DEVNET_URL: devnet.origin, ...keys }),
  }
  const start = (more: Record<string, string> = {}) =>
    startService(database.url, withVenues(mergeSettings(outside, settings, more), counterparts.origin))
  const uat: Uat = {
    database,
    counterparts,
    devnet,
    keys,
    service: await start(),
    restart: async (more) => {
      await uat.service.stop()
      uat.service = await start(more)
    },
    another: start,
    pass: (seconds) => pass(uat.service.origin, seconds),
    call: async (client, name, fields = {}) => {
      await skipTheWait(database, client)
      return client.call(name, fields, { origin: uat.service.origin })
    },
    onboard: (options) => onboard(uat.service.origin, options),
    end: async () => {
      await uat.service.stop()
      await counterparts.end()
      await devnet?.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  // The work of its start settles.
  await uat.pass(60)
  return uat
}

/** The next call of this client is sent at once. */
export async function skipTheWait({ owner }: TestDatabase, { publickey }: Client): Promise<void> {
  await owner.query(
    `update access.key_use set next_at = '-infinity'
     where key_id = (select id from access.api_key where spki = $1)`,
    [Buffer.from(publickey, 'base64')],
  )
}

/** A slow call returns its remaining time, and is repeated. */
async function pass(origin: string, seconds: number): Promise<void> {
  for (let left = seconds, request = 1; ; request += 1) {
    const { status, body } = await sandbox(origin, 'clock/advance', { seconds: left })
    if (status !== 200) throw new Error(`the clock did not advance: ${JSON.stringify(body)}`)
    if (body.done) return
    if (request === 20) throw new Error(`it does not come to rest: ${JSON.stringify(body)}`)
    left = body.remaining
  }
}

function withVenues(settings: Record<string, string>, origin: string): Record<string, string> {
  if (settings['LIQUIDITY'] !== 'both') return settings
  return { ...settings, LIQUIDITY: ['alpha', 'beta'].map((name) => `${name}=${origin}/lp/${name}`).join(',') }
}

/** A test's own keystore, with a passphrase that guards nothing. */
export const keysIn = (folder: string) => ({
  KEYSTORE: join(folder, 'keystore.json'),
  KEYSTORE_PASSPHRASE: 'test-passphrase-of-a-test',
})

/**
 * Settlement time begins when banks in both countries have been open for a while, at most over Christmas: advancing there hour
 * by hour would cost each test up to seconds, depending on when it runs. A database with a time keeps it.
 */
export async function startInTheMorning({ owner }: TestDatabase): Promise<void> {
  const now = systemClock.now()
  await owner.query(
    `insert into work.clock (wall, settlement, speed, seen) values ($1, $2, 1, $1) on conflict do nothing`,
    [now, nextMorning(now)],
  )
}

function nextMorning(now: Date): Date {
  for (let day = 0; ; day += 1) {
    const morning = new Date(now.getTime() + day * 86_400_000)
    morning.setUTCHours(9, 0, 0, 0)
    const date = morning.toISOString().slice(0, 10)
    if (morning > now && isBusinessDay('SIC', date) && isBusinessDay('UK', date)) return morning
  }
}
