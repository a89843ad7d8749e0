import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultPoints } from '@specie/service/base/faults.ts'
import { expect, test } from 'vitest'
import { drawnSeed, isSample, sampleOf, seeded } from '../seeded-random.ts'
import { type Answer, type Client, sandbox } from '../client.ts'
import { type RunningService } from '../programs/service.ts'
import { drawnOf } from '../crash/deaths.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { brokenInvariants, contractOf } from './books.ts'
import { onChain } from './ledger-of-chain.ts'
import { withConstants } from '../programs/constants.ts'

// The proof of exactly once (E1): processes die at every named point of a mint, while the chain reorganises, drops, stalls, and
// accepts without an answer. At the end each mint has happened once.

const mints = isSample ? 20 : 200
const perMint = 150_000n
const points = faultPoints.filter((point) => /^(chain|mint)\./.test(point))
const everyDeath = points.flatMap((point) => [`${point}:before`, `${point}:after`])
const seed = drawnSeed()
/** A sample is of one chain. */
const chains = sampleOf(seeded(seed), ['ARB', 'SOL'], () => 'chain')

test.each(chains)(
  `${mints} mints on %s, each settled once (seed ${seed})`,
  { timeout: 600_000 },
  async (blockchain) => {
    // Half a second of wall time to settle, so that the last points are reached; no call waits for a txid.
    const uat = await startUat(withConstants({ settlementSeconds: 30, signingWaitMs: 0 }), {
      DEVNET_CHAINS: blockchain,
    })
    try {
      const pick = seeded(seed)
      const acme = await funded(uat)
      const contract = await contractOf(uat, 'VCHF', blockchain)
      await uat.restart({ SPECIE_ROLE: 'api' })
      const deaths = drawnOf(pick, everyDeath)
      let request = 0
      const mint = (at: string) => ask(uat, acme, blockchain, request, at).then(() => void (request += 1))
      const unreached: string[] = []
      for (const [life, death] of deaths.entries()) {
        const mortal = await uat.another(withConstants({ fault: death }))
        await trouble(uat, blockchain, pick)
        const share = Math.ceil((mints * (life + 1)) / deaths.length)
        while (request < share) await mint(mortal.origin)
        if (!(await diedOfItself(mortal))) unreached.push(death)
        await mortal.kill()
      }
      expect(unreached).toEqual([])
      await uat.restart({ SPECIE_ROLE: 'both' })
      await settled(uat)

      const chain = onChain(uat.devnet!.origin, blockchain)
      const events = await chain.mints(contract)
      expect([events.length, new Set(events).size]).toEqual([mints, mints])
      expect(await chain.supply(contract)).toBe(BigInt(mints) * perMint * 1_000_000n)
      expect(await brokenInvariants(uat)).toEqual([])
    } finally {
      await uat.end()
    }
  },
)

async function funded(uat: Uat): Promise<Client> {
  const acme = await uat.onboard()
  await sandbox(uat.service.origin, 'wires', { institutionid: acme.institutionid, currency: 'CHF', amount: '40000000' })
  await uat.pass(1_800)
  return acme
}

/** A mint without an answer from a dying process is repeated elsewhere under the same id. */
async function ask(uat: Uat, acme: Client, blockchain: string, n: number, origin: string): Promise<void> {
  const fields = { asset: 'VCHF', blockchain, quantity: String(perMint), clreqid: `once-${n}` }
  await uat.database.owner.query(`update access.key_use set next_at = '-infinity'`)
  const first: Answer | null = await acme.call('mintTokens', fields, { origin }).catch(() => null)
  const { status, body } = first ?? (await uat.call(acme, 'mintTokens', fields))
  if (status !== 200) throw new Error(`mint ${n} answered ${status}: ${JSON.stringify(body)}`)
}

/** True if it reached its point, where it kills itself. */
function diedOfItself({ process }: RunningService): Promise<boolean> {
  if (process.signalCode !== null) return Promise.resolve(true)
  return Promise.race([once(process, 'exit').then(() => true), sleep(120_000, false, { ref: false })])
}

/** One of the faults of chains. */
async function trouble({ devnet }: Uat, chain: string, pick: (below: number) => number): Promise<void> {
  const kinds = [
    () => devnet!.control(chain, 'reorg', { depth: 1 + pick(6), transactions: pick(2) === 0 ? 'keep' : 'forget' }),
    () => devnet!.control(chain, 'drop-next', { count: 1 + pick(2) }),
    () => devnet!.control(chain, 'accept-then-error', { count: 1 + pick(2) }),
    () => devnet!.control(chain, 'timeout-next', { count: 1 + pick(2) }),
    // Stuck for a while: a replacement with a higher fee is needed.
    async () => {
      await devnet!.control(chain, 'stall')
      setTimeout(() => void devnet!.control(chain, 'resume'), 6_000)
    },
  ]
  await kinds[pick(kinds.length)]!()
}

async function settled(uat: Uat): Promise<void> {
  for (let left = 600; ; left -= 1) {
    const states = await uat.database.owner.query<{ state: string; count: bigint }>(
      'select state, count(*) from issuance.mint group by state',
    )
    if (states.every(({ state }) => state === 'settled')) return expect(states[0]!.count).toBe(BigInt(mints))
    if (left === 0) throw new Error(`some are not settled: ${JSON.stringify(states, (_, v) => String(v))}`)
    await uat.pass(60)
  }
}
