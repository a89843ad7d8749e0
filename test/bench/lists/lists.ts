import { generateKeyPairSync } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import { type Client, clientOf } from '../../src/client.ts'
import { fillLists } from './rows.ts'
import { compare, type Candidate, type Measured } from '../measure.ts'
import type { Call } from '../orders/load.ts'
import { giveKeys, institutionId } from '../orders/rows.ts'
import { inWorld, onSite, shoot, type Site, type World } from '../orders/world.ts'
import type { Report } from '../report.ts'

// The cost of a page of 100 rows, for each list: a call with a full page less the same call with an empty one, which costs the
// same for signature, admission and HTTP. Next to it is its lower bound (ADR 62): reading as many values through the driver, and
// writing the answer with `JSON.stringify`.

const lists = endpoints
  .filter(({ access, request }) => access === 'signed' && 'sort' in request.shape)
  .map(({ name }) => name)
const callers = 4
/** More than a page: every full page has a next one. */
const rows = 400
/** In microseconds. */
const goal = 600

const full = (list: string): Call => `${list}: full page`
const empty = (list: string): Call => `${list}: empty page`

export const listsBench = (quick: boolean): Promise<Report> =>
  inWorld((world) =>
    onSite(world, 1, async (site) => {
      await fillLists(site.owner, institutionId(0), rows)
      const reader = await readerOf(site)
      const depth = quick ? { rounds: 1, seconds: 0.7 } : { rounds: 3, seconds: 1.5 }
      const calls = lists.flatMap((list) => [full(list), empty(list)])
      const figures = await compare(
        calls.map((call) => contestant(world, site, call)),
        depth,
      )
      const least = new Map<string, number>()
      for (const list of lists) least.set(list, await leastCost(site.owner, await answerOf(reader, list)))
      return reported(figures, least)
    }),
  )

/** Another key of the institution, unknown to the service so far, so that no restart is needed. */
async function readerOf({ owner, service }: Site): Promise<Client> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const publickey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  await giveKeys(owner, [publickey])
  return clientOf(service.origin, institutionId(0), publickey, privateKey)
}

const contestant = (world: World, { service }: Site, call: Call): Candidate => ({
  name: call,
  run: async (seconds) => {
    const { answered: _answered, ...round } = await shoot(world, [service], {
      call,
      callers,
      seconds,
      most: Math.ceil(seconds * 2_000),
    })
    return round
  },
})

async function answerOf(reader: Client, list: string): Promise<Answer> {
  const { status, body } = await reader.call(list, { limit: '100' })
  if (status !== 200) throw new Error(`${list} answered ${JSON.stringify(body)}`)
  // A key may be used once a second.
  await setTimeout(1_000)
  return body
}

type Answer = Readonly<Record<string, unknown>>

/** Microseconds of this process for the driver and `JSON.stringify` alone. */
async function leastCost(db: Db, answer: Answer): Promise<number> {
  const [row] = Object.values(answer).find(Array.isArray) as unknown[]
  const texts = valuesIn(row)
  const columns = texts.map((_, n) => `$${n + 2}::text as c${n}`).join(', ')
  const read = (rows: number) => () => db.query(`select ${columns} from generate_series(1, $1::int)`, [rows, ...texts])
  return (await cost(read(100))) - (await cost(read(0))) + (await cost(() => JSON.stringify(answer)))
}

/** The values of a row as texts, including those of its parts. */
function valuesIn(value: unknown): (string | null)[] {
  if (value === null || typeof value === 'string') return [value]
  return typeof value === 'object' ? Object.values(value).flatMap(valuesIn) : [JSON.stringify(value)]
}

async function cost(work: () => unknown): Promise<number> {
  const until = performance.now() + 400
  let times = 0
  const before = process.cpuUsage()
  for (; performance.now() < until; times += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

function reported(figures: Map<string, Measured>, least: ReadonlyMap<string, number>): Report {
  const callCost = (call: Call) => figures.get(call)!.cpu?.service ?? 0
  const pageCost = (list: string) => callCost(full(list)) - callCost(empty(list))
  const inMs = (microseconds: number) => (microseconds / 1_000).toFixed(2)
  return {
    title: 'Lists, a page of 100 rows',
    unit: 'calls/s',
    figures,
    ratios: lists.map((list) => ({
      name: `${list}: least / page`,
      value: least.get(list)! / pageCost(list),
    })),
    notes: lists.map((list) => {
      const verdict = pageCost(list) <= goal ? '' : ` (more than ${inMs(goal)})`
      return `${list}: ${inMs(pageCost(list))} ms of processor time for the rows${verdict}, at least ${inMs(least.get(list)!)}; ${inMs(callCost(empty(list)))} ms for the call`
    }),
  }
}
