import { solanaChain as spec } from '@specie/devnet/chains.ts'
import { serve } from '@specie/devnet/server.ts'
import { openSolana } from '@specie/devnet/solana/chain.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { SolanaOptions } from './chain.ts'
import { createSolanaCoin } from './deploy.ts'
import { first, openTestSolana, order } from '@specie/test/chains/solana.ts'

const details = {
  asset: 'VGBP',
  name: 'Test VGBP',
  symbol: 'VGBP',
  uri: 'https://example.com/coin.json',
  allowListOn: false,
} as const

test('an interrupted creation is finished by the next run, and a lost transaction is sent again', async () => {
  const sol = await openTestSolana({ spec, openSolana, serve })
  onTestFinished(sol.stop)
  const { signer } = sol.options
  const cutOff: SolanaOptions = {
    ...sol.options,
    signer: {
      ...signer!,
      sign: (key, ...rest) => (key === 'omnibus' ? Promise.reject(new Error('cut off')) : signer!.sign(key, ...rest)),
    },
  }
  await sol.act('drop-next')
  await expect(createSolanaCoin(cutOff, details)).rejects.toThrow('cut off')
  const [made, again] = [await createSolanaCoin(sol.options, details), await createSolanaCoin(sol.options, details)]
  expect(again).toEqual(made)
  expect(made.address).toBe(await sol.addressOf('coin:VGBP'))
  expect(await sol.chain.outcome(made.txid)).toMatchObject({ ok: true, final: true })

  await sol.standStill()
  // The burner is the delegate: coins minted to the omnibus wallet can be burned.
  const contract = { asset: 'VGBP', address: made.address } as const
  const omnibus = await sol.addressOf('omnibus')
  for (const effect of [
    { kind: 'mint', asset: 'VGBP', to: omnibus, amount: 9n },
    { kind: 'burn', asset: 'VGBP', amount: 9n },
  ] as const) {
    await sol.chain.broadcast(await sol.chain.sign(contract, first(order(effect))))
    await sol.settle()
  }
  expect(await sol.chain.supply(contract)).toBe(0n)
  expect(sol.problems).toEqual([])
})

test('a coin can be created with the allow list on: only the omnibus wallet is on it', async () => {
  const sol = await openTestSolana({ spec, openSolana, serve })
  onTestFinished(sol.stop)
  const { address } = await createSolanaCoin(sol.options, { ...details, allowListOn: true })
  await sol.standStill()
  const [contract, omnibus] = [{ asset: 'VGBP', address } as const, await sol.addressOf('omnibus')]
  const mint = (to: string) => first(order({ kind: 'mint', asset: 'VGBP', to, amount: 5n }))
  expect(await sol.chain.allowList!.isOn(contract)).toBe(true)
  expect(await sol.chain.allowList!.accounts!(contract)).toEqual([{ holder: omnibus, isListed: true }])
  await expect(sol.chain.sign(contract, mint(await sol.addressOf('deposit:1')))).rejects.toThrow(
    'the account is frozen',
  )
  await sol.chain.broadcast(await sol.chain.sign(contract, mint(omnibus)))
  await sol.settle()
  await sol.chain.broadcast(await sol.chain.sign(contract, first(order({ kind: 'burn', asset: 'VGBP', amount: 2n }))))
  await sol.settle()
  expect(await sol.chain.balance(contract, omnibus)).toBe(3n)
  expect(sol.problems).toEqual([])
})

test('without gas nothing is created, and the error says which wallet to fund', async () => {
  const sol = await openTestSolana({ spec, openSolana, serve })
  onTestFinished(sol.stop)
  const { signer } = sol.options
  const poor: SolanaOptions = {
    ...sol.options,
    signer: { ...signer!, publicKey: (key, curve) => signer!.publicKey(key === 'gas' ? 'deposit:99' : key, curve) },
  }
  await expect(createSolanaCoin(poor, details)).rejects.toThrow(
    `The wallet gas at ${await sol.addressOf('deposit:99')} on SOL holds 0 SOL and needs`,
  )
})
