import { getAddressDecoder } from '@solana/kit'
import { tokenAccount } from '@specie/token/solana/coin.ts'
import { mintTo, transferLamports, type Built } from '@specie/token/solana/instructions.ts'
import { expect, test } from 'vitest'
import type { Contract, KeyName, Order } from '../../../base/ports/chain.ts'
import type { Place } from './allow-list.ts'
import { plan } from './build.ts'
import { assertMatchesOrders } from './policy.ts'
import { order, testSigner } from '@specie/test/chains/solana.ts'
import { compile, type Lifetime } from './transaction.ts'

const { addressOf } = testSigner()
const anAddress = (n: number) => getAddressDecoder().decode(new Uint8Array(32).fill(n))
const lifetime = { blockhash: anAddress(9) as string, lastValidBlockHeight: 1n } as Lifetime
const coin = anAddress(7)
const contract: Contract = { asset: 'VCHF', address: coin }
const policy = { environment: 'uat', chain: 'SOL', addressOf } as const
const guardRent = 3_361_680n

type Change = (built: Built[]) => Built[]

/** Builds a transaction for `built`, changes it, and checks it against `orders`. */
async function check(
  orders: Order[],
  {
    built = orders,
    change = (same) => same,
    rent = guardRent,
    price = 0n,
    payer,
    coins = contract,
    places = [],
  }: {
    built?: Order[]
    change?: Change
    rent?: bigint
    price?: bigint
    payer?: KeyName
    coins?: Contract | null
    places?: Place[]
  } = {},
) {
  const planned = await plan(addressOf, coins, built, rent, price, places)
  const instructions = change(planned.steps.map(({ instruction }) => instruction))
  const steps = instructions.map((instruction) => ({ instruction, order: null }))
  const { messageBytes } = compile({ ...planned, steps }, await addressOf(payer ?? planned.payer), lifetime)
  return assertMatchesOrders(policy, { contract: coins, orders, guardRent: rent }, messageBytes)
}

const to = anAddress(3)
const mint = () => order({ kind: 'mint', asset: 'VCHF', to, amount: 100n } as const)

test('a transaction built for its order passes', async () => {
  await check([mint(), mint()])
  await check([{ ...mint(), memo: 'invoice 7' }])
  await check([order({ kind: 'burn', asset: 'VCHF', amount: 5n })])
  await check([
    order({ kind: 'transfer', asset: 'VCHF', to, amount: 5n }),
    order({ kind: 'transfer', asset: 'VCHF', to, amount: 5n }),
  ])
  await check([
    order({ kind: 'collect', asset: 'VCHF', from: 3, to, amount: 5n }),
    order({ kind: 'collect', asset: 'VCHF', from: 4, to, amount: 5n }),
  ])
})

const place = async (exists: boolean, isListed: boolean) => ({
  account: await tokenAccount(coin, to),
  owner: to,
  exists,
  bornFrozen: true,
  isListed,
})

test('a change of the allow list must be the ordered one, of the ordered holder', async () => {
  const listing = order({ kind: 'list', asset: 'VCHF', to, amount: 0n } as const)
  const removal = order({ kind: 'unlist', asset: 'VCHF', to, amount: 0n } as const)
  const [fresh, frozen, listed] = [await place(false, false), await place(true, false), await place(true, true)]
  await check([listing], { places: [fresh] })
  await check([listing], { places: [frozen] })
  await check([removal], { places: [listed] })
  const elsewhere = { ...frozen, account: anAddress(4), owner: anAddress(4) }
  await expect(check([listing], { places: [elsewhere] })).rejects.toThrow('effects')
  await expect(check([removal], { places: [{ ...listed, account: anAddress(4) }] })).rejects.toThrow('effects')
  await expect(check([removal], { built: [{ ...listing, id: removal.id }], places: [frozen] })).rejects.toThrow(
    'effects',
  )
  await expect(check([listing], { places: [frozen], change: (built) => built.slice(0, 1) })).rejects.toThrow('effects')

  const switching = order({ kind: 'allow_list_on', asset: 'VCHF', amount: 0n } as const)
  await check([switching])
  await expect(check([switching], { built: [{ ...switching, kind: 'allow_list_off' }] })).rejects.toThrow('effects')
})

const sweep = () => order({ kind: 'native', asset: 'ETH', from: 3, to, amount: 5n })

test('a native payment must have the ordered source, amount and recipient', async () => {
  const swept = sweep()
  const native = { coins: null }
  await check([swept], native)
  for (const other of [
    { ...swept, amount: 6n },
    { ...swept, to: anAddress(4) },
    { ...swept, id: sweep().id },
  ])
    await expect(check([swept], { ...native, built: [other] })).rejects.toThrow('effects')
  await expect(check([swept], { ...native, built: [{ ...swept, from: 4 }] })).rejects.toThrow('is paid by')
})

test('a mint is not signed without its guard, or with a different one', async () => {
  const minting = mint()
  const without =
    (position: number): Change =>
    (built) =>
      built.filter((_, i) => i !== position)
  for (const position of [1, 2, 3])
    await expect(check([minting], { change: without(position) })).rejects.toThrow('not those of its orders')
  const other = { ...minting, amount: 99n }
  await expect(
    check([minting], {
      change: (built) => [
        ...built.slice(0, -1),
        ...built.slice(-1).map((last) => ({ ...last, data: last.data.map((byte, i) => (i === 1 ? 101 : byte)) })),
      ],
    }),
  ).rejects.toThrow('effects')
  await expect(check([minting], { built: [other] })).rejects.toThrow('effects')
  await expect(check([minting], { built: [{ ...minting, memo: 'other words' }] })).rejects.toThrow('effects')
  await expect(check([minting], { built: [mint()] })).rejects.toThrow('effects')
})

test('additional instructions are refused', async () => {
  const [gas, minter, omnibus] = [await addressOf('gas'), await addressOf('minter'), await addressOf('omnibus')]
  const move = { mint: coin, account: anAddress(4), authority: minter, amount: 1n }
  await expect(check([mint()], { change: (built) => [...built, mintTo(move)] })).rejects.toThrow('effects')
  await expect(check([mint()], { change: (built) => [...built, transferLamports(gas, to, 1n)] })).rejects.toThrow(
    'effects',
  )
  await expect(check([mint()], { change: (built) => [...built, transferLamports(omnibus, to, 1n)] })).rejects.toThrow(
    'signers',
  )
  const strange: Built = { programAddress: anAddress(8), accounts: [], data: new Uint8Array(1) }
  await expect(check([mint()], { change: (built) => [...built, strange] })).rejects.toThrow('is not allowed')
  const approval: Built = { ...mintTo(move), data: Uint8Array.of(13, 1, 0, 0, 0, 0, 0, 0, 0, 6) }
  await expect(check([mint()], { change: (built) => [...built, approval] })).rejects.toThrow('is not allowed')
})

test('the gas wallet pays, not another signing key', async () => {
  await expect(check([mint()], { payer: 'minter' })).rejects.toThrow(/is paid by \w+, not by gas/)
})

test('an order under the request id of another is not signed', async () => {
  const one = mint()
  await expect(check([{ ...one, requestId: mint().requestId }])).rejects.toThrow('not its own')
  await expect(check([{ ...one, asset: 'VGBP' }])).rejects.toThrow('not its own')
})

test('a contract of another asset is refused, although the bytes match the order', async () => {
  for (const kind of ['mint', 'transfer'] as const)
    await expect(check([order({ kind, asset: 'VGBP', to, amount: 5n })])).rejects.toThrow('another asset')
  await expect(check([order({ kind: 'burn', asset: 'VGBP', amount: 5n })])).rejects.toThrow('another asset')
})

/** The same with other data in the instruction at `position`, or with another program. */
const altered =
  (position: number, by: Partial<Built>): Change =>
  (built) =>
    built.map((one, i) => (i === position ? { ...one, ...by } : one))

test('each step must be the right instruction of the right program', async () => {
  // A mint: opens the account, pays rent, allocates the guard, writes its record, then mints.
  const [opening, record] = [0, 3]
  const refused = (position: number, by: Partial<Built>) =>
    expect(check([mint()], { change: altered(position, by) })).rejects.toThrow('is not allowed')
  await refused(opening, { data: Uint8Array.of(0) }) // fails if the account exists, and so does the mint
  await refused(opening, { data: Uint8Array.of(1, 0) })
  await refused(opening, { data: new Uint8Array() })
  await refused(opening, { programAddress: anAddress(8) })
  await refused(record, { data: Uint8Array.of(9) }) // closes the account instead of writing to it
  await refused(record, { data: Uint8Array.of(2, 1) })
  await refused(record, { programAddress: anAddress(8) })
})

test('the guard of a mint must be an empty account of the token program, derived from the guardian', async () => {
  // Tag, base, length of the seed, seed, space, owner.
  const [rent, allocation] = [1, 2]
  const changed =
    (position: number, at: (data: Built['data']) => number): Change =>
    (built) =>
      built.map((one, i) =>
        i === position ? { ...one, data: one.data.map((byte, n) => (n === at(one.data) ? byte ^ 1 : byte)) } : one,
      )
  const afterSeed = (data: Built['data']) => 44 + data[36]!
  const refused = (position: number, at: (data: Built['data']) => number) =>
    expect(check([mint()], { change: changed(position, at) })).rejects.toThrow('system program is not allowed')
  await refused(allocation, () => 0)
  await refused(allocation, () => 4) // another base
  await refused(allocation, (data) => afterSeed(data)) // another space
  await refused(allocation, (data) => afterSeed(data) + 8) // another owner
  await refused(rent, () => 0) // another instruction of the system program, with the same amount
})

test('a node cannot drain the gas wallet by a high rent or priority fee', async () => {
  await check([mint()], { price: 1_000_000n })
  await expect(check([mint()], { price: 1_000_001n })).rejects.toThrow('a higher priority fee')
  await check([mint()], { rent: 10_000_000n })
  await expect(check([mint()], { rent: 10_000_001n })).rejects.toThrow('rent')
})

test('only the planned compute limit and price are allowed as budget instructions', async () => {
  const budget = (...data: number[]) =>
    check([mint()], { price: 1n, change: altered(0, { data: Uint8Array.of(...data) }) })
  const units = (n: number) => [...new Uint8Array(Uint32Array.of(n).buffer)]
  await budget(2, ...units(200_000))
  await expect(budget(2, ...units(200_001))).rejects.toThrow('a higher priority fee')
  await expect(budget(1, ...units(32_768))).rejects.toThrow('a higher priority fee') // a larger heap costs units
  await expect(budget(4, ...units(64))).rejects.toThrow('a higher priority fee')
})
