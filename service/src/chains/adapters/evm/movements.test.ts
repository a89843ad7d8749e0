import { expect, test } from 'vitest'
import { type EvmMovement, isRelevant, watchIndex } from './movements.ts'

const ours = '0x52908400098527886E0F7030069857D2E4169EE7'
const theirs = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const contract = '0xde709f2102306220921060314715629080e2fb77'
const watched = watchIndex({ contracts: [{ asset: 'VCHF', address: contract }], addresses: new Set([ours]) })

const movement = (over: Partial<EvmMovement>): EvmMovement => ({
  txid: '0x01',
  height: 1n,
  block: '0x02',
  index: 0,
  asset: 'VCHF',
  kind: 'transfer',
  from: theirs,
  to: ours,
  amount: 1n,
  requestId: null,
  ...over,
})

test('a transfer is relevant when its recipient is ours, in upper or lower case', () => {
  expect(isRelevant(movement({}), watched)).toBe(true)
  expect(isRelevant(movement({ to: ours.toLowerCase() }), watched)).toBe(true)
  expect(isRelevant(movement({ from: ours, to: theirs }), watched)).toBe(false)
})

test('every mint and burn of our coins is relevant', () => {
  expect(isRelevant(movement({ kind: 'mint', from: null, to: theirs }), watched)).toBe(true)
  expect(isRelevant(movement({ kind: 'burn', to: null }), watched)).toBe(true)
})
