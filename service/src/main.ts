import { systemClock } from './base/clock.ts'
import { BadSetting, readConfig, type Config } from './base/config.ts'
import { connect, isConnectionLost } from './base/db.ts'
import type { Env } from './base/env.ts'
import { randomIds } from './base/ids.ts'
import { createLog, type Log } from './base/log.ts'
import { createMetrics } from './base/metrics.ts'
import { startTelemetry } from './base/telemetry.ts'
import { serve } from './app.ts'
import { assertEnvironment, connectAsService, isPrepared, prepareDatabase } from './database.ts'

// One process of the service. It needs a PostgreSQL (DATABASE_URL) and nothing else; any number run side by side.

const stopWithin = 15_000

async function main(): Promise<void> {
  const toldToStop = stopSignal() // from the very first moment, or a signal during the start would be lost
  const config = readConfig()
  const log = createLog(config.logLevel)
  if (config.databaseUrl === null) throw new BadSetting('DATABASE_URL is missing: name a PostgreSQL, or use npm start.')
  const stopTelemetry = await startTelemetry(config)
  await prepare(config.databaseUrl, config.environment, log)
  const service = await serve(environment(config, config.databaseUrl, log))
  log.info({ base: service.base, environment: config.environment }, 'ready')
  if (process.connected) process.send?.({ ready: { base: service.base } })

  const why = await toldToStop
  log.info({ why }, 'stopping')
  setTimeout(() => {
    log.fatal('not everything could be finished in time')
    process.exit(1)
  }, stopWithin).unref()
  await service.stop()
  await stopTelemetry()
  log.info('stopped')
}

async function prepare(url: string, environment: string, log: Log): Promise<void> {
  const owner = connect({ url, max: 1 })
  try {
    if (!(await isPrepared(owner))) {
      const applied = await prepareDatabase(owner, environment, systemClock.now())
      log.info({ applied }, 'database prepared')
    }
    await assertEnvironment(owner, environment)
  } finally {
    await owner.close()
  }
}

function environment(config: Config, url: string, log: Log): Env {
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const db = connectAsService({ url, max: config.databasePool, onError })
  return { db, clock: systemClock, ids: randomIds, log, config, metrics: createMetrics() }
}

/** Resolves with the reason: a signal, or the end of whoever started us. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve('SIGINT'))
    process.once('SIGTERM', () => resolve('SIGTERM'))
    process.once('disconnect', () => resolve('the supervisor is gone'))
  })
}

/** One sentence for whoever started us; null where the fault is ours and a stack is more use. */
function sentenceFor(error: Error & { code?: string }): string | null {
  if (error instanceof BadSetting) return error.message
  if (error.code === 'EADDRINUSE')
    return 'PORT is taken by another program: choose another one, or 0 for any that is free.'
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'EACCES')
    return `HOST and PORT cannot be listened on (${error.code}).`
  if (isConnectionLost(error) || isRefusedLogin(error))
    return `DATABASE_URL names a database that cannot be used: ${error.message}.`
  return null
}

/** Wrong password, no such database, no right to it. */
const isRefusedLogin = ({ code }: { code?: string }): boolean => /^(28...|3D000|42501)$/.test(code ?? '')

main().then(
  () => process.exit(0),
  (error: Error) => {
    const sentence = sentenceFor(error)
    if (sentence === null || !process.send) console.error(sentence ?? error)
    const leave = () => process.exit(1)
    if (process.connected) process.send?.({ failed: sentence ?? error.message }, leave)
    else leave()
  },
)
