import { setTimeout as sleep } from 'node:timers/promises'
import { oneOf } from '../chance.ts'
import { count, note, patiently, type World } from './world.ts'

// Processes end without a word (kill -9) and are started again, while time passes and requests are under way.

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

/** Someone dies at any moment within a second. */
export async function death(world: World): Promise<void> {
  const who = oneOf(world.pick, Object.keys(deaths))
  await sleep(world.pick(1_000))
  await deaths[who]!(world)
  count(world, `kill -9: ${who}`)
  note(world, `${who} was killed and started again`)
}

/** Asked too often is too late, too. */
function lateUnlessBroken(error: Error): 'late' {
  if (!/never settle/.test(error.message)) throw error
  return 'late'
}

/** Wall time that a jump may take. */
const longestMs = 60_000

/**
 * Settlement time passes; asked again where whoever lets it pass has died. Jobs that never come to rest (two processes, and
 * something that can neither go on nor end) are left alone: the process that waits for them is started anew.
 */
export async function pass(world: World, seconds: number): Promise<void> {
  const { uat } = world
  let isLate = false
  const passing = patiently(async () => (isLate ? undefined : uat.pass(seconds))).catch(lateUnlessBroken)
  const late = sleep(longestMs, 'late', { ref: false })
  if ((await Promise.race([passing, late])) !== 'late') return
  isLate = true // whoever still waits for it does not ask again
  count(world, 'clock: the jobs did not come to rest within a minute')
  note(world, `the clock did not advance by ${seconds} s within a minute; the service is started anew`)
  await deaths['service']!(world)
}
