import { cpSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPairSigner } from '@solana/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solanaChain } from '../chains.ts'
import { drip, happen, openNode, run, slotNow, type Node } from './node.ts'
import { accountsOf } from './snapshot.ts'

// A chain restored from a snapshot and the rest of its log must equal the chain of its whole log.

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'specie-solana-snapshot-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** The slots are long, because the test runs the queue itself. */
const spec = { ...solanaChain, slotMs: 60_000 }
const open = (folder: string, snapshotEvery = 1_000_000): Promise<Node> =>
  openNode(spec, { file: join(folder, 'sol.log'), snapshotEvery, keepsLog: true }, (error) => {
    throw error
  })

async function close(node: Node): Promise<void> {
  if (node.timer) clearTimeout(node.timer)
  await node.log.close()
}

/** The whole state of the chain. */
const stateOf = ({ state: { bank, slots, queue, lastRun } }: Node) => ({
  accounts: new Map(accountsOf(bank).map((account) => [account.address, account])),
  landed: bank.landed,
  byAddress: bank.byAddress,
  undo: bank.undo,
  anchor: slots.anchor,
  forks: slots.forks,
  queue,
  lastRun,
})

test('from a snapshot and from the whole log: the same chain', async () => {
  const folder = await mkdtemp(join(root, 'life-'))
  const node = await open(folder, 15)
  const people = await Promise.all(Array.from({ length: 5 }, () => generateKeyPairSigner()))
  for (let n = 0; n < 60; n += 1) {
    await drip(node, people[n % 5]!.address, BigInt(1_000_000 + n))
    if (n % 3 === 0) run(node, Math.max(slotNow(node), node.state.lastRun) + 1)
    if (n % 10 === 7) node.faults.arm('revert-next', 1)
    if (n % 20 === 13) {
      const at = Math.max(slotNow(node), node.state.lastRun)
      happen(node, { fork: at - 2, at, forget: false })
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  await node.log.durable()
  const before = structuredClone(stateOf(node))
  expect([before.queue.size > 0, before.landed.size > 30, before.forks.length]).toEqual([true, true, 3])
  const [killed, bare] = [join(root, 'killed'), join(root, 'bare')]
  for (const copy of [killed, bare]) cpSync(folder, copy, { recursive: true })
  await close(node)
  const snapshots = readdirSync(bare).filter((name) => name.endsWith('.snapshot'))
  expect(snapshots.length).toBe(2)
  for (const name of snapshots) rmSync(join(bare, name))
  for (const each of [killed, bare]) {
    const again = await open(each)
    expect(stateOf(again)).toEqual(before)
    run(again, Math.max(slotNow(again), again.state.lastRun) + 1)
    expect(again.state.queue.size).toBe(0)
    await close(again)
  }
})
