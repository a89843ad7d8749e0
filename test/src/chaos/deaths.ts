import { setTimeout as sleep } from 'node:timers/promises'
import { oneOf } from '../seeded-random.ts'
import { count, note, patiently, type World } from './world.ts'

// Processes are killed (kill -9) and restarted, while time passes and requests are open.

const deaths: Record<string, (world: World) => Promise<void>> = {
  service: async ({ uat }) => {
    await uat.service.kill()
    await uat.restart()
  },
  worker: async (world) => {
    await world.worker.kill()
    world.worker = await world.startWorker()
  },
  counterparts: async ({ uat }) => {
    await uat.counterparts.kill()
    uat.counterparts = await uat.counterparts.again()
  },
  chains: async ({ uat }) => {
    await uat.devnet!.kill()
    uat.devnet = await uat.devnet!.again()
  },
}

/** A process dies at a random moment within a second. */
export async function death(world: World): Promise<void> {
  const who = oneOf(world.pick, Object.keys(deaths))
  await sleep(world.pick(1_000))
  await deaths[who]!(world)
  count(world, `kill -9: ${who}`)
  note(world, `${who} was killed and started again`)
}

/** Too many attempts also count as too late. */
function lateUnlessBroken(error: Error): 'late' {
  if (!/never settle/.test(error.message)) throw error
  return 'late'
}

/** The limit of wall time for an advance. */
const longestMs = 60_000

/**
 * Advances settlement time; retries if the advancing process has died. Jobs that never settle (two processes, and an operation
 * that can neither continue nor end) are abandoned: the waiting process is restarted.
 */
export async function pass(world: World, seconds: number): Promise<void> {
  const { uat } = world
  let isLate = false
  const passing = patiently(async () => (isLate ? undefined : uat.pass(seconds))).catch(lateUnlessBroken)
  const late = sleep(longestMs, 'late', { ref: false })
  if ((await Promise.race([passing, late])) !== 'late') return
  isLate = true // a caller that still waits does not retry
  count(world, 'clock: the jobs did not come to rest within a minute')
  note(world, `the clock did not advance by ${seconds} s within a minute; the service is started anew`)
  await deaths['service']!(world)
}
