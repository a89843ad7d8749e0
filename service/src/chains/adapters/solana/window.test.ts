import { type Address, getAddressEncoder, getU64Encoder } from '@solana/kit'
import { solanaChain as spec } from '@specie/devnet/chains.ts'
import { serve } from '@specie/devnet/server.ts'
import { openSolana } from '@specie/devnet/solana/chain.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'
import { openTokenAccount, tokenAccount } from '@specie/token/solana/coin.ts'
import { createAccount, join, mintTo, tokenProgram, transfer } from '@specie/token/solana/instructions.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BrokenFinality, type Contract, type Order, type Window } from '../../../base/ports/chain.ts'
import { solanaChain } from './chain.ts'
import { openNodes } from './nodes.ts'
import { list } from './window.ts'
import { first, openTestSolana, order, relay, type TestSolana } from '@specie/test/chains/solana.ts'

let sol: TestSolana
let vchf: Contract
let omnibus: Address
let wallet: Address
let cursor: Json

const watched = () => ({ contracts: [vchf], addresses: new Set<string>([omnibus, wallet]) })
const read = (from: Json | null = cursor): Promise<Window> => sol.chain.window(from, watched())

beforeAll(async () => {
  sol = await openTestSolana({ spec, openSolana, serve })
  vchf = await sol.createCoin('VCHF')
  await sol.standStill()
  ;[omnibus, wallet] = [await sol.addressOf('omnibus'), await sol.addressOf('deposit:1')]
})
afterAll(async () => {
  await sol?.stop()
  expect(sol?.problems).toEqual([])
})
beforeEach(async () => {
  await sol.settle()
  cursor = (await sol.chain.window(null, watched())).cursor
  sol.troubles.length = 0
})

async function broadcast(...orders: Order[]): Promise<string> {
  const attempt = await sol.chain.sign(vchf, first(...orders))
  expect(await sol.chain.broadcast(attempt)).toBe('accepted')
  await sol.act('mine', { blocks: 2 })
  return attempt.hash
}
const minting = (to: string, amount: bigint) => order({ kind: 'mint', asset: 'VCHF', to, amount } as const)
const coin = () => vchf.address as Address

test('mints, burns and deposits are reported with their wallets, until they are final', async () => {
  const [one, two] = [minting(omnibus, 100n), minting(await sol.addressOf('deposit:2'), 5n)]
  const minted = await broadcast(one, two)
  const burn = order({ kind: 'burn', asset: 'VCHF', amount: 10n })
  const burned = await broadcast(burn)
  const moved = await broadcast(order({ kind: 'transfer', asset: 'VCHF', to: wallet, amount: 20n }))
  // To an unwatched wallet.
  await broadcast(order({ kind: 'transfer', asset: 'VCHF', to: two.to, amount: 1n }))

  const expected = [
    { txid: minted, kind: 'mint', from: null, to: omnibus, amount: 100n, requestId: one.requestId },
    { txid: minted, kind: 'mint', from: null, to: two.to, amount: 5n, requestId: two.requestId },
    { txid: burned, kind: 'burn', from: omnibus, to: null, amount: 10n, requestId: burn.requestId },
    { txid: moved, kind: 'transfer', from: omnibus, to: wallet, amount: 20n, requestId: null },
  ]
  const seen = await read()
  expect(seen.movements).toMatchObject(expected.map((one) => ({ ...one, asset: 'VCHF', final: false })))
  expect(seen.movements).toHaveLength(expected.length)
  expect(new Set(seen.movements.map(({ txid, index }) => `${txid} ${index}`)).size).toBe(expected.length)
  expect(seen.movements[0]).toMatchObject({ block: `slot:${seen.movements[0]!.height}` })
  expect(seen.latest).toBeGreaterThan(seen.final)
  expect((seen.cursor as { at: object }).at).toEqual((cursor as { at: object }).at)

  await sol.settle()
  const settled = await read()
  expect(settled.movements).toMatchObject(expected.map((one) => ({ ...one, final: true })))
  expect((await read(settled.cursor)).movements).toEqual([])
  expect((await read(null)).movements).toEqual(expect.arrayContaining([...settled.movements]))
})

test('a cursor stops before the first transaction that is not final', async () => {
  const early = await broadcast(minting(omnibus, 1n))
  await sol.act('mine', { blocks: 31 })
  const late = await broadcast(minting(omnibus, 2n))
  const both = await read()
  expect(both.movements).toMatchObject([
    { txid: early, final: true },
    { txid: late, final: false },
  ])
  expect((await read(both.cursor)).movements).toMatchObject([{ txid: late }])
})

test('a long history is read page by page, oldest first', async () => {
  const txids = [
    await broadcast(minting(omnibus, 1n)),
    await broadcast(minting(omnibus, 1n)),
    await broadcast(minting(omnibus, 1n)),
  ]
  const since = (cursor as { at: { [mint: string]: { signature: string; slot: number } } }).at[vchf.address]
  const paged = (size: number) =>
    openNodes({ urls: sol.options.urls, quorum: null, onTrouble: () => {} }).use(({ rpc }) =>
      list(rpc, coin(), since, 0n, size),
    )
  for (const size of [1, 2, 3, 1_000]) expect((await paged(size)).map(({ signature }) => signature)).toEqual(txids)
})

test('a failed transaction moves nothing', async () => {
  await sol.act('revert-next')
  await broadcast(minting(omnibus, 1n))
  expect((await read()).movements).toEqual([])
  await sol.settle()
  const { cursor: after, movements } = await read()
  expect([movements, (await read(after)).movements]).toEqual([[], []])
})

test('a reorganisation removes a movement; it returns in another block, or never', async () => {
  const txid = await broadcast(minting(omnibus, 4n))
  const [before] = (await read()).movements
  expect(before).toMatchObject({ txid, final: false })
  await sol.act('reorg', { depth: 3 })
  expect((await read()).movements).toEqual([])
  expect(await sol.chain.outcome(txid)).toBeNull()
  await sol.act('mine', { blocks: 5 })
  const [after] = (await read()).movements
  expect(after).toMatchObject({ txid, index: before!.index, amount: 4n })
  expect(after!.block).not.toBe(before!.block)
  await sol.act('reorg', { depth: 6, transactions: 'forget' })
  await sol.settle()
  expect((await read()).movements).toEqual([])
})

test('a mint without a guard is reported without a request id: a stranger has our key', async () => {
  const account = await tokenAccount(coin(), omnibus)
  const authority = await sol.addressOf('minter')
  const txid = await sol.send(['gas', 'minter'], [mintTo({ mint: coin(), account, authority, amount: 66n })])
  await sol.settle()
  expect((await read()).movements).toMatchObject([{ txid, kind: 'mint', to: omnibus, amount: 66n, requestId: null }])
})

test('coins at another token account of a wallet are not a deposit; they are reported to operators', async () => {
  const gas = await sol.addressOf('gas')
  const stray = await sol.addressOf('deposit:50')
  const lamports = 2_500_000n
  await broadcast(minting(omnibus, 10n))
  const open = [
    createAccount({ from: gas, account: stray, lamports, space: 171n }),
    {
      programAddress: tokenProgram,
      accounts: [
        { address: stray, role: 1 },
        { address: coin(), role: 0 },
      ],
      data: join(18, getAddressEncoder().encode(wallet)),
    },
  ]
  const move = { mint: coin(), account: await tokenAccount(coin(), omnibus), authority: omnibus, amount: 3n }
  const txid = await sol.send(['gas', 'deposit:50', 'omnibus'], [...open, transfer({ ...move, to: stray })])
  await sol.settle()
  expect((await read()).movements.filter((one) => one.txid === txid)).toEqual([])
  expect(sol.troubles).toMatchObject([{ details: { txid, account: stray } }])
})

test('the history of a mint has all its transfers: one that does not name the mint is refused', async () => {
  await broadcast(minting(omnibus, 10n))
  const accounts = [await tokenAccount(coin(), omnibus), await tokenAccount(coin(), wallet)]
  const plain = {
    programAddress: tokenProgram,
    accounts: [
      { address: accounts[0]!, role: 1 },
      { address: accounts[1]!, role: 1 },
      { address: omnibus, role: 2 },
    ],
    data: join(3, getU64Encoder().encode(1n)),
  }
  const opened = await openTokenAccount(await sol.addressOf('gas'), coin(), wallet)
  await expect(sol.send(['gas', 'omnibus'], [opened, plain])).rejects.toThrow(
    // MintRequiredForTransfer
    'error 31 of the token',
  )
})

test('a final transaction that is gone stops the reading', async () => {
  await broadcast(minting(omnibus, 1n))
  await sol.settle()
  const good = (await read()).cursor as { at: { [mint: string]: { signature: string; slot: number } } }
  const position = good.at[vchf.address]!
  const moved = { ...good, at: { [vchf.address]: { ...position, slot: position.slot - 1 } } }
  await expect(read(moved)).rejects.toThrow(BrokenFinality)
  const gone = { ...good, at: { [vchf.address]: { ...position, signature: position.signature.slice(0, -1) + '1' } } }
  await expect(read(gone)).rejects.toThrow(BrokenFinality)
  await expect(read({ ...good, genesis: 'another' })).rejects.toThrow(BrokenFinality)
  const behind: unknown = await read({ ...good, final: 10 ** 9 }).catch((error: unknown) => error)
  expect(behind).not.toBeInstanceOf(BrokenFinality)
  expect((behind as Error).message).toContain('was final before')
})

test('a change of our balance that its transfers do not explain is reported to operators', async () => {
  const txid = await broadcast(minting(omnibus, 8n))
  await sol.settle()
  const url = sol.options.urls[0]!
  const odd = await relay(url, async (request) => {
    if (request.method !== 'getTransaction') return undefined
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(request) }).then((response) =>
      response.json(),
    )
    const { result } = answer as { result: { meta: { postTokenBalances: { uiTokenAmount: { amount: string } }[] } } }
    const [held] = result.meta.postTokenBalances
    held!.uiTokenAmount.amount = String(BigInt(held!.uiTokenAmount.amount) + 1n)
    return result
  })
  const { movements } = await solanaChain({ ...sol.options, urls: [odd.url] }).window(cursor, watched())
  await odd.stop()
  expect(movements).toMatchObject([{ txid, amount: 8n }])
  expect(sol.troubles).toMatchObject([{ details: { txid, wallet: omnibus, difference: '1' } }])
})

test('hundreds of wallets cost no more requests than one', async () => {
  const many = new Set<string>([omnibus])
  for (let n = 100; n < 300; n += 1) many.add(await sol.addressOf(`deposit:${n}`))
  let requests = 0
  const counting = await relay(sol.options.urls[0]!, () => void (requests += 1))
  await solanaChain({ ...sol.options, urls: [counting.url] }).window(cursor, { contracts: [vchf], addresses: many })
  await counting.stop()
  expect(requests).toBeLessThan(8)
})

test('every final transfer of a coin is read for all holders, from the first one on', async () => {
  const holder = await sol.addressOf('deposit:9')
  await broadcast(minting(omnibus, 100n))
  await broadcast(order({ kind: 'transfer', asset: 'VCHF', to: holder, amount: 7n } as const))
  await broadcast(order({ kind: 'burn', asset: 'VCHF', amount: 2n } as const))
  await sol.settle()
  const { transfers, cursor: after, complete } = await sol.chain.transfers!(vchf, null, 0n)
  expect(complete).toBe(true)
  expect(transfers.slice(-3).map(({ from, to, amount }) => [from, to, amount])).toEqual([
    [null, omnibus, 100n],
    [omnibus, holder, 7n],
    [omnibus, null, 2n],
  ])
  const supply = transfers.reduce((sum, { from, to, amount }) => sum + (from ? 0n : amount) - (to ? 0n : amount), 0n)
  expect(supply).toBe(await sol.chain.supply(vchf))
  expect((await sol.chain.transfers!(vchf, after, 0n)).transfers).toEqual([])
})
