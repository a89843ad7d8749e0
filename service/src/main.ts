import { existsSync } from 'node:fs'
import { run, type Running } from '@specie/program/run.ts'
import { systemClock } from './base/clock.ts'
import { BadSetting, readConfig, type Config } from './base/config.ts'
import { applicationName } from './base/database/application-name.ts'
import { isConnectionLost, isRefusedLogin } from './base/database/db.ts'
import { recordPromotions } from './base/database/record-server.ts'
import { type SeenServers, seenServers } from './base/database/seen-servers.ts'
import { randomIds } from './base/ids.ts'
import { assertPortFree, takenPort } from './base/http/port.ts'
import { createLog, type Log } from './base/observability/log.ts'
import { collectProcessMetrics, createMetrics } from './base/observability/metrics.ts'
import { jobRunner } from './base/jobs/runner.ts'
import { stopInOrder } from './base/stop-in-order.ts'
import { settlementClock } from './base/settlement-clock.ts'
import { startTelemetry } from './base/observability/telemetry.ts'
import { httpBank } from './banking/http-bank.ts'
import { createKeystore } from './keys/keystore.ts'
import { KeystoreError } from './keys/sealed.ts'
import { openSigner } from './keys/signer.ts'
import { endLeases, leaseHolder } from './chains/outbox/lease.ts'
import { openChains } from './chains/adapters/open.ts'
import { openExchange } from './markets/rate/exchange-rates.ts'
import { httpProvider } from './markets/provider/provider.ts'
import { openVenues } from './markets/venue/venues.ts'
import { serve } from './app.ts'
import { compareCatalog } from './checks/watch-catalog.ts'
import { connectAsService } from './database.ts'
import { assertSameRpId } from './people/factor/rp-id.ts'
import { prepare } from './prepare.ts'
import { rooms } from './rooms.ts'
import { withRuntime } from './runtime.ts'
import { syncBankClock } from './sandbox/advance.ts'
import { setUpUat } from './sandbox/demo/set-up.ts'

// One process of the service. It needs a PostgreSQL (DATABASE_URL) and nothing else; any number can run in parallel.

const stopWithin = 15_000

async function start(): Promise<Running> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  if (config.databaseUrl === null) throw new BadSetting('DATABASE_URL is missing. Name a PostgreSQL, or use npm start.')
  for (const doubt of doubtsAbout(config)) log.warn(doubt)
  await assertPortFree(config.host, config.port)
  const stopTelemetry = await startTelemetry(config)
  const seen = seenServers()
  await prepare({ ...config, databaseUrl: config.databaseUrl }, log, seen)
  // A missing library stops the start, not a job.
  const exchanges = config.role === 'api' ? [] : config.referenceSources.filter((name) => name !== 'provider')
  for (const name of exchanges) await openExchange(name)
  const { env, runner, levers, close } = await assemble(config, config.databaseUrl, log, seen)
  await assertSameRpId(env.db, config)
  // A worker does it in a job.
  if (config.role === 'api') await compareCatalog(env)
  if (levers) syncBankClock(env, levers.clock)
  if (config.role !== 'api') {
    await setUpUat(env)
    await runner.work(env)
  }
  const service = await serve(env, levers)
  log.info({ base: service.base, ...(service.ops && { ops: service.ops }), environment: config.environment }, 'ready')
  const stop = async (why: string) => {
    log.info({ why }, 'stopping')
    const steps = [
      { what: () => 'requests that are being answered', stop: service.stop },
      { what: () => `jobs (${runner.running().join(', ')})`, stop: runner.stop },
      { what: () => 'the end of the leases of keys', stop: () => endLeases(env, leaseHolder(env)) },
      { what: () => 'sessions with the database and with venues', stop: close },
      { what: () => 'the collector of traces', stop: stopTelemetry },
    ]
    await stopInOrder(steps, stopWithin, (waitingFor) => {
      log.fatal({ waitingFor }, 'some work could not be finished in time')
      process.exit(1)
    })
    log.info('stopped')
  }
  return { base: service.base, stop }
}

/** Settings that an operator has probably forgotten. */
function* doubtsAbout(config: Config): Generator<string> {
  const { environment, role, auditHeads, traceKey, portalOrigin, trustedProxies, screeningLists } = config
  if (environment === 'production' && role !== 'api' && auditHeads.length === 0)
    yield 'AUDIT_HEADS is not set; the owner of the database could cut off the end of the audit chain undetected'
  if (environment === 'production' && (screeningLists === null || screeningLists.size === 0))
    yield screeningLists === null
      ? 'SCREENING_LISTS is not set; no party can be screened, so everything that needs it waits'
      : 'SCREENING_LISTS=none: parties are compared with your own list alone'
  if (traceKey === null)
    yield 'TRACE_KEY is not set; the owner of the database could write rows in the name of the service undetected'
  if (role !== 'worker' && portalOrigin !== null && trustedProxies.length === 0)
    yield 'PORTAL_ORIGIN is set without TRUSTED_PROXIES: behind a proxy all people share its address and its rate limit'
}

/** All parts of `Env`, and in UAT the controls of time. */
async function assemble(config: Config, url: string, log: Log, seen: SeenServers) {
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const { databasePool: max, databasePatience: patience, traceKey } = config
  const application = applicationName(config.role)
  const db = connectAsService({ url, max, patience, traceKey, seen, application, onError })
  const promotions = recordPromotions(db, seen, onError)
  const settlement =
    config.environment === 'uat' ? await settlementClock(systemClock, db, config.settlementSpeed) : null
  const refreshing = settlement && setInterval(() => void settlement.refresh(db).catch(onError), 1_000)
  const runner = jobRunner(db, rooms.jobs, onError)
  const bank = config.bankUrl === null ? null : httpBank(config.bankUrl, config.bankToken)
  const clock = settlement ?? systemClock
  const { providerUrl, providerKey, providerSecret } = config
  const provider = providerUrl && providerSecret ? httpProvider(providerUrl, providerKey, providerSecret) : null
  // A process that only answers requests has no keys.
  const signer = config.role === 'api' ? null : await signerOf(config, log)
  const metrics = createMetrics()
  collectProcessMetrics(metrics)
  const env = withRuntime({
    db,
    clock,
    ids: randomIds,
    log,
    config,
    metrics,
    jobs: runner,
    bank,
    provider,
    signer,
    chains: await openChains({ config, sql: db, signer, log }),
    venues: openVenues(config, log),
  })
  const levers = settlement && { clock: settlement, settle: (signal: AbortSignal) => runner.settle(env, signal) }
  const close = async () => {
    if (refreshing) clearInterval(refreshing)
    promotions.stop()
    await env.runtime.close()
    await Promise.all(env.venues.map((venue) => venue.close()))
    await db.close()
  }
  return { env, runner, levers, close }
}

/** The passphrase of UAT is stored next to its keystore. A costly key derivation would only slow the start. */
const lightCost = { N: 2 ** 12, r: 8, p: 1 }

/** UAT creates its own keystore; in production an operator does. */
async function signerOf(config: Config, log: Log) {
  const { keystore, keystorePassphrase, environment } = config
  if (environment === 'uat' && keystore !== null && keystorePassphrase !== null && !existsSync(keystore)) {
    await createKeystore(keystore, keystorePassphrase, lightCost)
  }
  return openSigner(config, { now: systemClock.now, log: (line) => log.info(line, 'signed') })
}

/** One sentence for the operator; null for a fault of ours, where a stack helps more. */
function sentenceFor(error: Error & { code?: string }): string | null {
  if (error instanceof BadSetting || error instanceof KeystoreError) return error.message
  const taken = takenPort(error)
  if (taken !== null) return taken
  if (isConnectionLost(error) || isRefusedLogin(error))
    return `DATABASE_URL names a database that cannot be used: ${error.message}.`
  return null
}

run(start, sentenceFor)
