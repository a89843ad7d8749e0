import { compare, type Candidate, type Measured } from '../measure.ts'
import { answered, blocksToFinal, settledOn } from './service.ts'
import { inWorld, type World } from './world.ts'
import { bareEvm, bareSolana } from './yardsticks.ts'
import type { Report } from '../report.ts'
import { check } from '../../src/checks.ts'

// Ethereum in UAT: a block of 30 million gas every second, six times the real throughput. Other chains of UAT are faster than
// any real one, and would measure this machine rather than the unused capacity of the sender.

const institutions = 32

/** Mint requests per second of the bench, slightly more than can settle. */
const request = { ETH: 400, SOL: 60 }
/** The maximum of one transaction. */
const bundle = { ETH: 100, SOL: 2 }

const names = {
  settled: (chain: string) => `mints settled on ${chain}`,
  bare: (chain: string) => `bare mints, ${chain}`,
  answered: `mintTokens over HTTP, ${institutions} keys`,
}

export const mintBench = (quick: boolean): Promise<Report> => inWorld(institutions, (world) => measured(world, quick))

async function measured(world: World, quick: boolean): Promise<Report> {
  const { devnet, db } = world
  const bare = {
    ETH: await bareEvm(devnet.origin, 'ETH', bundle.ETH),
    SOL: await bareSolana(devnet.origin, bundle.SOL),
  }
  const onChain = (['ETH', 'SOL'] as const).flatMap((chain): Candidate[] => [
    { name: names.bare(chain), run: bare[chain] },
    {
      name: names.settled(chain),
      run: (seconds) => settledOn(world, chain, Math.ceil(seconds * request[chain])),
    },
  ])
  const contestants = [...onChain, { name: names.answered, run: (seconds: number) => answered(world, 'ETH', seconds) }]
  const figures = await compare(contestants, quick ? { rounds: 1, seconds: 2 } : { rounds: 3, seconds: 8 })
  const final = await blocksToFinal(world, 'ETH')
  const broken = (await check(db)).filter((row) => !row.ok)
  if (broken.length > 0) throw new Error(`The ledger broke under load: ${JSON.stringify(broken)}`)
  return reported(figures, final)
}

function reported(figures: Map<string, Measured>, final: { blocks: number; own: number }): Report {
  const share = (chain: string) =>
    figures.get(names.settled(chain))!.perSecond / figures.get(names.bare(chain))!.perSecond
  return {
    title: 'Mint: from the request to the chain and the ledger',
    unit: 'per second',
    figures,
    ratios: [
      { name: 'share of what ETH takes, bundles of 100', value: share('ETH'), goal: 0.6 },
      { name: 'share of what SOL takes, bundles of 2', value: share('SOL') },
      { name: '150 ms / p99 of an answer with its txid', value: 150 / figures.get(names.answered)!.p99!, goal: 1 },
      { name: 'finality of ETH / request to final, in blocks', value: final.own / final.blocks },
    ],
    notes: [`From the request to final: ${final.blocks} blocks of ETH, of which ${final.own} are its own finality.`],
  }
}
