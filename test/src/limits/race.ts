import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { house } from '@specie/service/ledger/house.ts'
import { expect } from 'vitest'
import { freshDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { availableTo, endow, institutionWith, setBook } from '../trading.ts'
import { leftOf, setLimit } from './set.ts'

const script = fileURLToPath(new URL('racer.ts', import.meta.url))

/** Two processes use one limit at once, with twice as many tries as fit. Exactly what fits is traded. */
export async function raceOneLimit(tries: number): Promise<void> {
  const database = await freshDatabase()
  const env = testEnv(database)
  try {
    await endow(env, house, { CHF: '1000000', VCHF: '1000000' })
    await setBook(env, 'VCHF/CHF', { bids: [['1', '900000']], asks: [['1', '900000']] })
    const acme = await institutionWith(env, database, { CHF: '1000000' })
    const fits = tries / 2
    await setLimit(env, acme, 'trade', 'CHF', String(fits))
    const racers = [1, 2].map(() => startRacer(database.url, acme, tries / 2))
    await Promise.all(racers.map(({ ready }) => ready))
    const filled = await Promise.all(racers.map(({ race }) => race()))
    expect(filled.every((count) => count > 0)).toBe(true)
    expect(filled[0]! + filled[1]!).toBe(fits)
    expect((await availableTo(env, acme)).VCHF).toBe(BigInt(fits) * 1_000_000n)
    expect(await leftOf(env, acme)).toEqual({ 'trade CHF day': '0' })
  } finally {
    await env.runtime.close()
    await database.drop()
  }
}

/** A process with 40 callers. It has connected, and waits. */
function startRacer(url: string, institution: string, tries: number) {
  const child = spawn(process.execPath, [script, url, institution, String(tries), '40'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  return {
    ready: once(lines, 'line'),
    race: async () => {
      const outcome = once(lines, 'line')
      child.stdin.write('go')
      const [filled] = (await outcome) as [string]
      return Number(filled)
    },
  }
}
