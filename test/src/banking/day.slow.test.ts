import { expect, test } from 'vitest'
import { seeded } from '../seeded-random.ts'
import { killBank, killService, live, remains, startDayWorld, unbroken, type Day } from './day.ts'

/** Each gets 25 wires and pays 5 times. */
const institutions = Number(process.env['INSTITUTIONS'] ?? 40)
const whole: Day = { institutions, wiresEach: 25, payoutsEach: 5, returns: 20, recalls: 5 }

test(
  `a day of ${institutions * 25} wires, ${institutions * 5} payouts, 20 returns and 5 recalls is explained to the last cent, also with repeated kills of service and bank`,
  { timeout: 600_000 },
  async () => {
    const calm = await startDayWorld()
    await live(calm, whole, async () => {})
    const expected = await remains(calm)
    expect(await unbroken(calm.database)).toEqual([])
    expect(expected.cases).toEqual([])
    await calm.stop()

    const disturbed = await startDayWorld()
    const pick = seeded(7)
    let kills = 0
    await live(disturbed, whole, async () => {
      kills += 1
      await new Promise((resolve) => setTimeout(resolve, pick(400)))
      if (kills % 2 === 0) await killBank(disturbed)
      else await killService(disturbed)
    })
    expect(kills).toBeGreaterThanOrEqual(10)
    expect(await remains(disturbed)).toEqual(expected)
    expect(await unbroken(disturbed.database)).toEqual([])
    await disturbed.stop()
  },
)
