import { rm } from 'node:fs/promises'
import { mapLimited } from '@specie/program/map-limited.ts'
import type { Address, Hex } from 'viem'
import { toHex } from 'viem/utils'
import { openArchive, type Archive, type Index } from './archive.ts'
import { continueEngine, genesisAccounts, type Engine } from './engine.ts'
import { faucetGenesis } from './faucet.ts'
import { serveForkSource, type ForkSource } from './fork-source.ts'
import { emptyAccount, zeroSlot, type Account, type PriorAccounts, type Recorded } from './record.ts'

// The state up to a certain block, outside of the engine: its blocks in a file, its accounts in memory. An engine continues
// from there (EDR calls that a fork), and reads what it needs by JSON-RPC.

export type Accounts = Map<Address, Account>

/** The number of blocks with known historical accounts; a node of Ethereum keeps 128. */
const blocksBack = 256

export type ArchivedSnapshot = { index: Index; accounts: Accounts; recent: { number: number; before: PriorAccounts }[] }

export type ArchivedState = {
  /** Takes over the new blocks, and the current accounts of the engine. */
  take(engine: Engine, records: Recorded[]): Promise<void>
  /** A new engine that continues after the last archived block. */
  continued(): Promise<Engine>
  kept(): ArchivedSnapshot
  restore(kept: ArchivedSnapshot): Promise<void>
  close(): Promise<void>
}

export async function openArchivedState(file: string, chainId: number): Promise<ArchivedState> {
  const archive: Archive = await openArchive(`${file}.blocks`)
  const cache = `${file}.cache`
  await rm(cache, { recursive: true, force: true })
  let origin: ForkSource | null = null
  let engines = 0
  let accounts: Accounts = new Map()
  let recent: ArchivedSnapshot['recent'] = []

  /** The account after that block: the value before its first later change. */
  const accountAt = (address: Address, block: number): Account => {
    const now = accounts.get(address) ?? emptyAccount
    const since = recent.filter(({ number, before }) => number > block && before.has(address))
    return since.toReversed().reduce((account, { before }) => {
      const { storage, ...rest } = before.get(address)!
      return { ...account, ...rest, storage: new Map([...account.storage, ...storage]) }
    }, now)
  }
  const oldest = () => archive.index.lines.length - 1 - blocksBack

  return {
    take: async (engine, records) => {
      const touched = keysOf(records)
      if (archive.index.lines.length === 0)
        for (const { address } of genesisAccounts([faucetGenesis])) keep(touched, toHex(address), [])
      await archive.add(records)
      await refresh(engine, accounts, touched)
      recent = [...recent, ...records.map(({ block, before }) => ({ number: Number(block.number), before }))].filter(
        ({ number, before }) => number > oldest() && before.size > 0,
      )
    },
    continued: async () => {
      origin ??= await serveForkSource({ chainId, archive, accountAt, oldest })
      engines += 1
      return continueEngine(chainId, archive.index.lines.length - 1, origin.url, `${cache}/${engines}`)
    },
    kept: () => ({ index: archive.index, accounts, recent }),
    restore: async (kept) => {
      ;({ accounts, recent } = kept)
      await archive.restore(kept.index)
    },
    close: async () => {
      origin?.close()
      await archive.close()
      await rm(cache, { recursive: true, force: true })
    },
  }
}

type Keys = Map<Address, Set<Hex>>

function keep(keys: Keys, address: Address, slots: Iterable<Hex>): void {
  const known = keys.get(address) ?? new Set<Hex>()
  for (const slot of slots) known.add(slot)
  keys.set(address, known)
}

function keysOf(records: Recorded[]): Keys {
  const keys: Keys = new Map()
  for (const { before } of records) for (const [address, { storage }] of before) keep(keys, address, storage.keys())
  return keys
}

const atOnce = 64

/** Reads the current accounts from the engine. */
async function refresh(engine: Engine, accounts: Accounts, keys: Keys): Promise<void> {
  const work = [...keys].flatMap(([address, slots]) => {
    const account: Account = accounts.get(address) ?? { ...emptyAccount, storage: new Map() }
    accounts.set(address, account)
    const read = async (method: string) => engine<Hex>(method, [address, 'latest'])
    const own = async () => {
      account.balance = await read('eth_getBalance')
      account.nonce = await read('eth_getTransactionCount')
      account.code = await read('eth_getCode')
    }
    const one = (slot: Hex) => async () => {
      const value = await engine<Hex>('eth_getStorageAt', [address, slot, 'latest'])
      if (value === zeroSlot) account.storage.delete(slot)
      else account.storage.set(slot, value)
    }
    return [own, ...[...slots].map(one)]
  })
  await mapLimited(work, atOnce, (read) => read())
}
