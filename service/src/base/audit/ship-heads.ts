import type { Env } from '../env.ts'
import { perProcess } from '../per-process.ts'
import type { HeadDestination } from './head-destinations.ts'
import type { Job } from '../jobs/runner.ts'
import { assertSameChain, ForkedChain } from './forked-chain.ts'
import { headsInFile, toFile } from './to-file.ts'
import { headsByHttp, toHttp } from './to-http.ts'
import { toSyslog } from './to-syslog.ts'
import { headLine, headsAfter, readHeadLine, type SignedHead } from './signed-head.ts'

// Ships signed heads out of the database (AUDIT_HEADS): heads stored elsewhere reveal that the end of the audit chain
// was cut off together with its signatures. Failed deliveries are retried in order, without gaps. A destination that
// holds heads of another chain, as after a restore, gets none. Two chains in one file would look like one chain.

/** The batch size; a destination confirms all of a batch or gets it again. */
const batchSize = 100
/** The pause after a destination failed. */
const pauseMs = 15_000

export const shipHeads: Job = {
  name: 'audit.heads',
  everyMs: 5_000,
  applies: ({ config }) => config.auditHeads.length > 0,
  run: async (env) => {
    await shipAll(env)
    // Shipping creates no work for other jobs, so a caller of `settle` need not check again.
    return 0
  },
}

/** Returns the number of shipped heads. */
export async function shipAll(env: Env): Promise<number> {
  const shipped = await Promise.all(env.config.auditHeads.map((destination) => shipTo(env, destination)))
  return shipped.reduce((sum, some) => sum + some, 0)
}

/** The time of the last failure of each destination, by name. This is not stored, so a new process tries at once. */
const failures = perProcess(() => new Map<string, number>())

async function shipTo(env: Env, destination: HeadDestination): Promise<number> {
  const { name } = destination
  const failed = failures(env)
  if (env.clock.elapsed() - (failed.get(name) ?? -Infinity) < pauseMs) return 0
  let shipped = 0
  try {
    for (;;) {
      const heads = await waitingFor(env, name)
      if (heads.length === 0) break
      await assertSameChain(env.db, await headsAt(env, destination))
      await deliver(env, destination, heads)
      await env.db.query('select audit.note_shipped($1, $2)', [name, heads.at(-1)!.seq])
      shipped += heads.length
    }
    failed.delete(name)
    env.metrics.auditForked.set({ destination: name }, 0)
  } catch (error) {
    failed.set(name, env.clock.elapsed())
    env.metrics.auditHeadFailures.inc({ destination: name })
    if (error instanceof ForkedChain) reportFork(env, name, error)
    else
      env.log.warn(
        { err: error, destination: name },
        'the destination refused heads of the audit chain; they will be sent again',
      )
  }
  env.metrics.auditHeadsShipped.inc({ destination: name }, shipped)
  return shipped
}

async function waitingFor(env: Env, name: string): Promise<SignedHead[]> {
  const [row] = await env.db.query<{ shipped: bigint; newest: bigint }>(
    `select coalesce((select seq from audit.shipment where destination = $1), 0) as shipped,
       coalesce((select max(seq) from audit.signature), 0) as newest`,
    [name],
  )
  const { shipped, newest } = row!
  if (newest < shipped)
    throw new ForkedChain(`head ${shipped} was shipped, and the chain has none after ${newest}: it was cut`)
  return headsAfter(env.db, shipped, batchSize)
}

function reportFork(env: Env, destination: string, { message }: ForkedChain): void {
  env.metrics.auditForked.set({ destination }, 1)
  env.log.error(
    { destination, difference: message },
    'the destination holds heads of another audit chain, so nothing is shipped. Run specie audit verify. After a restore ' +
      'keep its files as evidence, and name another destination in AUDIT_HEADS',
  )
}

/** The newest heads that the destination holds; none when it offers no read. */
async function headsAt(env: Env, destination: HeadDestination): Promise<SignedHead[]> {
  const lines = await linesAt(env, destination)
  const heads = lines.map(readHeadLine).filter((head) => head !== null)
  return heads.filter(({ environment }) => environment === env.config.environment)
}

async function linesAt(env: Env, destination: HeadDestination): Promise<string[]> {
  if (destination.kind === 'file') return headsInFile(destination.path)
  if (destination.kind === 'http') return headsByHttp(destination.url, env.config.auditHeadsToken)
  return []
}

function deliver(env: Env, destination: HeadDestination, heads: readonly SignedHead[]): Promise<void> {
  const lines = heads.map(headLine)
  switch (destination.kind) {
    case 'file':
      return toFile(destination.path, lines)
    case 'http':
      return toHttp(destination.url, env.config.auditHeadsToken, lines)
    case 'syslog':
      return toSyslog(destination, env.clock.now(), lines)
  }
}
