import { expect } from 'vitest'
import { coin, sandboxControl, mint, settlement } from '../../src/chains/story.ts'
import type { Client } from '../../src/client.ts'
import type { Uat } from '../../src/programs/uat.ts'
import { evmClient } from '../../src/devnet-client.ts'

/** A hundred coins arrive at our own wallet on Base from an unknown sender. */
export async function sendStrayCoins(uat: Uat, acme: Client): Promise<void> {
  const stranger = await evmClient(uat.devnet!.origin, 'BASE')
  const { institutionid } = acme
  await sandboxControl(uat, 'addresses', {
    institutionid,
    blockchain: 'BASE',
    address: stranger.account.address,
    label: 'gift',
  })
  await mint(uat, acme, { quantity: '2000', destination: 'gift' })
  await uat.pass(settlement)
  const [omnibus] = await uat.database.owner.query<{ address: string }>(
    `select address from chains.wallet where chain = 'BASE' and key = 'omnibus'`,
  )
  const { contract } = await coin(uat, 'VCHF', 'BASE')
  const word = (value: string) => value.padStart(64, '0')
  // ERC-20 transfer(address,uint256)
  const data = `0xa9059cbb${word(omnibus!.address.slice(2).toLowerCase())}${word(100_000_000n.toString(16))}` as const
  const hash = await stranger.wallet.sendTransaction({ to: contract as `0x${string}`, data })
  expect((await stranger.reader.waitForTransactionReceipt({ hash })).status).toBe('success')
  await uat.pass(60)
}
