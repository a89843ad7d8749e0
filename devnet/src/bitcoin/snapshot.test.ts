import { cpSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from './address.ts'
import { openEngine, template, type Engine } from './engine.ts'
import { faucetScript, faucetTransaction } from './faucet.ts'
import { tipOf } from './state.ts'

// A chain restored from a snapshot and the rest of its log must equal the chain of its whole log.

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'specie-bitcoin-snapshot-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const open = (folder: string, snapshotEvery = 1_000_000): Promise<Engine> =>
  openEngine({ file: join(folder, 'btc.log'), snapshotEvery, keepsLog: true }, (error) => {
    throw error
  })

const stateOf = ({ state, pool, wallets }: Engine) => ({ state, pool, wallets })

test('from a snapshot and from the whole log: the same chain', async () => {
  const folder = await mkdtemp(join(root, 'life-'))
  const engine = await open(folder, 40)
  for (let n = 0; n < 105; n += 1) await engine.mine(faucetScript, [])
  await engine.createWallet('watch')
  await engine.watch('watch', [addressOf(faucetScript)!], 0)
  const somebody = 'bcrt1qw4shgttrdah8vetjwd5k7m3dv3jhqmm520pe5c'
  for (let n = 0; n < 30; n += 1) {
    await engine.accept(faucetTransaction(engine, somebody, BigInt(10_000 + n)))
    if (n % 3 === 0) await engine.mine(faucetScript)
    if (n % 10 === 4) {
      // A longer branch next to the last block.
      const { state, pool } = engine
      let upon = state.chain.at(-2)!
      for (let depth = 0; depth < 2; depth += 1) {
        const block = template(state, pool, faucetScript, [], upon)
        await engine.submit(block)
        upon = { block, height: upon.height + 1, spent: [] }
      }
    }
  }
  const before = structuredClone(stateOf(engine))
  expect(before.pool.size).toBeGreaterThan(0)
  const [killed, bare] = [join(root, 'killed'), join(root, 'bare')]
  for (const copy of [killed, bare]) cpSync(folder, copy, { recursive: true })
  await engine.close()
  const snapshots = readdirSync(bare).filter((name) => name.endsWith('.snapshot'))
  expect(snapshots.length).toBe(2)
  for (const name of snapshots) rmSync(join(bare, name))
  for (const each of [killed, bare]) {
    const again = await open(each)
    expect(structuredClone(stateOf(again))).toEqual(before)
    const { height } = tipOf(again.state)
    await again.mine(faucetScript)
    expect([tipOf(again.state).height, again.pool.size]).toEqual([height + 1, 0])
    await again.close()
  }
})
