import { setTimeout as sleep } from 'node:timers/promises'
import { mapLimited } from '@specie/program/map-limited.ts'
import { mintTokens } from '@specie/service/issuance/mint/request.ts'
import type { Client } from '../../src/client.ts'
import type { Measured } from '../measure.ts'
import { factsOf, type World } from './world.ts'

// The performance of the service: settled mints, time to the transaction id, time to finality.

const asset = 'VCHF'
const quantity = '1'

/**
 * Requests this number of mints in parallel, and waits until the last is final on the chain and in the ledger. The chain's time
 * to finality is not counted: it is the same for every sender.
 */
export async function settledOn(world: World, code: string, mints: number): Promise<Measured> {
  const { blockMs, finalized } = await factsOf(world, code)
  const begun = performance.now()
  await mapLimited([...Array(mints).keys()], callers, (nth) => {
    const { institutionid: institutionId } = world.clients[nth % world.clients.length]!
    const by = { institutionId, actor: 'bench', agreements: [] }
    return mintTokens(world.env, by, { asset, blockchain: code, quantity })
  })
  while (await isOpen(world, code)) await sleep(20)
  return { perSecond: (mints * 1_000) / (performance.now() - begun - blockMs * finalized) }
}
const callers = 64

async function isOpen({ db }: World, code: string): Promise<boolean> {
  const open = await db.query('select 1 from issuance.mint where blockchain = $1 and booked_at is null limit 1', [code])
  return open.length > 0
}

/** Each institution calls over HTTP as often as its key may, once a second, at staggered moments. */
export async function answered({ clients }: World, code: string, seconds: number): Promise<Measured> {
  await sleep(everyMs) // the last caller may call again
  const latencies: number[] = []
  const begun = performance.now()
  const keep = async (client: Client, at: number) => {
    for (let next = begun + at; next < begun + seconds * 1_000; next = Math.max(next, performance.now()) + everyMs) {
      await sleep(Math.max(0, next - performance.now()))
      const request = performance.now()
      await ask(client, code)
      latencies.push(performance.now() - request)
    }
  }
  await Promise.all(clients.map((client, i) => keep(client, (i * everyMs) / clients.length)))
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)]!
  return { perSecond: (latencies.length * 1_000) / (performance.now() - begun), p50: at(0.5), p99: at(0.99) }
}
/** A second, plus a margin for two clocks. */
const everyMs = 1_020

async function ask(client: Client, code: string): Promise<{ requestid: string; txid: string }> {
  const { status, body } = await client.call('mintTokens', { asset, blockchain: code, quantity })
  if (status !== 200) throw new Error(`a mint was answered with ${status}: ${JSON.stringify(body)}`)
  if (body.txid === '') throw new Error('a mint was answered without its txid')
  return body
}

/** The number of blocks from a request to finality, and the chain's own part of it. */
export async function blocksToFinal(world: World, code: string): Promise<{ blocks: number; own: number }> {
  await sleep(everyMs)
  const request: { from: number; requestid: string }[] = []
  for (const client of world.clients) {
    const { height: from } = await factsOf(world, code)
    request.push({ from, requestid: (await ask(client, code)).requestid })
  }
  while (await isOpen(world, code)) await sleep(20)
  const landed = await world.db.query<{ subject: string; height: bigint }>(
    `select o.subject, m.height from chains.operation o join chains.movement m using (chain, request_id)
     where o.subject = any($1) and m.state = 'final'`,
    [request.map((one) => one.requestid)],
  )
  const heights = new Map(landed.map((one) => [one.subject, Number(one.height)]))
  const { finalized: own } = await factsOf(world, code)
  const taken = request.map((one) => heights.get(one.requestid)! - one.from + own).toSorted((a, b) => a - b)
  return { blocks: taken[Math.floor(taken.length / 2)]!, own }
}
