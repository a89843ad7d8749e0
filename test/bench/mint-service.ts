import { setTimeout as sleep } from 'node:timers/promises'
import { mintTokens } from '@specie/service/issuance/mint-tokens.ts'
import type { Measured } from './measure.ts'
import { factsOf, type World } from './mint-world.ts'

// What the service makes of it: how many mints it settles, how soon it names their transaction, when they are final.

const asset = 'VCHF'
const quantity = '1'

/**
 * So many mints asked for by many at once, until the last is final on the chain and in the ledger. The chain's own way
 * to finality is not counted: it is the same for whoever sends.
 */
export async function settledOn(world: World, code: string, mints: number): Promise<Measured> {
  const { blockMs, finalized } = await factsOf(world, code)
  const begun = performance.now()
  let left = mints
  const ask = async (caller: number) => {
    const { institutionid: institutionId } = world.clients[caller % world.clients.length]!
    const by = { institutionId, actor: 'bench', agreements: [] }
    while (left > 0) {
      left -= 1
      await mintTokens(world.env, by, { asset, blockchain: code, quantity })
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => ask(caller)))
  while (await isOpen(world, code)) await sleep(20)
  return { perSecond: (mints * 1_000) / (performance.now() - begun - blockMs * finalized) }
}
const callers = 64

async function isOpen({ db }: World, code: string): Promise<boolean> {
  const open = await db.query('select 1 from issuance.mint where blockchain = $1 and booked_at is null limit 1', [code])
  return open.length > 0
}

/** Each institution asks over HTTP as often as its key may, once a second, none at the same moment as another. */
export async function answered({ clients }: World, code: string, seconds: number): Promise<Measured> {
  const latencies: number[] = []
  const begun = performance.now()
  const keep = async (client: (typeof clients)[number], at: number) => {
    for (let next = begun + at; next < begun + seconds * 1_000; next = Math.max(next, performance.now()) + everyMs) {
      await sleep(next - performance.now())
      const asked = performance.now()
      const { status, body } = await client.call('mintTokens', { asset, blockchain: code, quantity })
      latencies.push(performance.now() - asked)
      if (status !== 200) throw new Error(`a mint was answered with ${status}: ${JSON.stringify(body)}`)
      if (body.txid === '') throw new Error('a mint was answered without its txid')
    }
  }
  await Promise.all(clients.map((client, i) => keep(client, (i * everyMs) / clients.length)))
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)]!
  return { perSecond: (latencies.length * 1_000) / (performance.now() - begun), p50: at(0.5), p99: at(0.99) }
}
/** A second, and a little for two clocks. */
const everyMs = 1_020

/** How many blocks pass from a request until the chain calls its transaction final, and what of that is its own way. */
export async function blocksToFinal(world: World, code: string): Promise<{ blocks: number; own: number }> {
  const { height, finalized: own } = await factsOf(world, code)
  const { body } = await world.clients[0]!.call('mintTokens', { asset, blockchain: code, quantity })
  while (await isOpen(world, code)) await sleep(20)
  const [landed] = await world.db.query<{ height: bigint }>('select height from chains.transaction where hash = $1', [
    body.txid,
  ])
  return { blocks: Number(landed!.height) - height + own, own }
}
