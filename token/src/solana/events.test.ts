import { address, getAddressDecoder } from '@solana/kit'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { kinds } from '../request.ts'
import { burn, mint, seize } from './coin.ts'
import { supplyEvents } from './events.ts'
import { guard } from './guard.ts'
import { burnFrom, mintTo } from './instructions.ts'

const key = (n: number) => getAddressDecoder().decode(new Uint8Array(32).fill(n))
const [guardian, payer, coin, account, minter] = [key(1), key(2), key(3), key(4), key(5)] as const
const id: Hex = `0x${'5a'.repeat(32)}`
const watched = { mint: coin, guardian }
const order = { requestId: id, guardian, payer, guardRent: 1n, mint: coin, account, amount: 100n }

test('a transaction reports its mints, burns and seizures, and their requests', async () => {
  const other: Hex = `0x${'5b'.repeat(32)}`
  const third: Hex = `0x${'5c'.repeat(32)}`
  const transaction = [
    ...(await mint({ ...order, minter })),
    ...(await burn({ ...order, requestId: other, amount: 7n, burner: key(6) })),
    ...(await seize({ ...order, requestId: third, amount: 8n, to: key(7), freezer: key(8), seizer: key(9) })),
  ]
  expect(await supplyEvents(watched, transaction)).toEqual([
    { requestId: id, kind: 'mint', account, amount: 100n },
    { requestId: other, kind: 'burn', account, amount: 7n },
    { requestId: third, kind: 'seizure', account, amount: 8n },
  ])
})

test('a record of another guardian, or of another coin, is not ours', async () => {
  expect(await supplyEvents(watched, await mint({ ...order, minter, guardian: key(9) }))).toEqual([])
  expect(await supplyEvents(watched, await mint({ ...order, minter, mint: key(9) }))).toEqual([])
})

test('a record without its token instruction is not believed', async () => {
  const record = await guard(order, { kind: 'mint', account, amount: 100n })
  const outputOf = async (...rest: Parameters<typeof supplyEvents>[1]) => supplyEvents(watched, [...record, ...rest])
  const move = { mint: coin, account, authority: minter, amount: 100n }
  expect(await outputOf()).toEqual([])
  expect(await outputOf(mintTo({ ...move, amount: 99n }))).toEqual([])
  expect(await outputOf(mintTo({ ...move, account: key(9) }))).toEqual([])
  expect(await outputOf(burnFrom(move))).toEqual([])
  expect(await outputOf({ ...mintTo(move), programAddress: address('11111111111111111111111111111111') })).toEqual([])
  expect(await outputOf(mintTo(move))).toHaveLength(1)
})

test('every record is read back', async () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const amounts = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
  await fc.assert(
    fc.asyncProperty(bytes, bytes, amounts, fc.constantFrom(...kinds), async (request, holder, amount, kind) => {
      const requestId: Hex = `0x${Buffer.from(request).toString('hex')}`
      const given = { ...order, requestId, account: getAddressDecoder().decode(holder), amount }
      const built = {
        mint: () => mint({ ...given, minter }),
        burn: () => burn({ ...given, burner: minter }),
        seizure: () => seize({ ...given, to: key(7), freezer: key(8), seizer: key(9) }),
      }
      expect(await supplyEvents(watched, await built[kind]())).toEqual([
        { requestId, kind, account: given.account, amount },
      ])
    }),
  )
})
