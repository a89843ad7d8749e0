import { generateKeyPairSync } from 'node:crypto'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { type Client, clientOf } from '../../src/client.ts'
import { fillLists } from './rows.ts'
import { compare, type Contestant, type Measured } from '../measure.ts'
import type { Call } from '../orders/load.ts'
import { giveKeys, institutionId } from '../orders/rows.ts'
import { inWorld, onSite, shoot, type Site, type World } from '../orders/world.ts'
import type { Report } from '../report.ts'

// What a page of 100 rows costs the service, for each list: a call with a full page less the same call with an empty one,
// which costs as much for signature, admission and HTTP.

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
      const yardsticks = new Map<string, number>()
      for (const list of lists) yardsticks.set(list, await stringified(reader, list))
      return reported(figures, yardsticks)
    }),
  )

/** Another key of the institution. The service has not seen it yet, so it needs no restart. */
async function readerOf({ owner, service }: Site): Promise<Client> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const publickey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  await giveKeys(owner, [publickey])
  return clientOf(service.origin, institutionId(0), publickey, privateKey)
}

const contestant = (world: World, { service }: Site, call: Call): Contestant => ({
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

/** Microseconds that `JSON.stringify` takes for the same answer, in this process. */
async function stringified(reader: Client, list: string): Promise<number> {
  const { status, body } = await reader.call(list, { limit: '100' })
  if (status !== 200) throw new Error(`${list} answered ${JSON.stringify(body)}`)
  // A key may be used once a second.
  const until = performance.now() + 1_100
  let times = 0
  const before = process.cpuUsage()
  for (; performance.now() < until; times += 1) JSON.stringify(body)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

function reported(figures: Map<string, Measured>, yardsticks: ReadonlyMap<string, number>): Report {
  const cost = (call: Call) => figures.get(call)!.cpu?.service ?? 0
  const pageCost = (list: string) => cost(full(list)) - cost(empty(list))
  const inMs = (microseconds: number) => (microseconds / 1_000).toFixed(2)
  return {
    title: 'Lists, a page of 100 rows',
    unit: 'calls/s',
    figures,
    ratios: lists.map((list) => ({
      name: `${list}: JSON.stringify / page`,
      value: yardsticks.get(list)! / pageCost(list),
    })),
    notes: lists.map((list) => {
      const verdict = pageCost(list) <= goal ? '' : ` (more than ${inMs(goal)})`
      return `${list}: ${inMs(pageCost(list))} ms of processor time for the rows${verdict}, ${inMs(cost(empty(list)))} ms for the call`
    }),
  }
}
