import { evmClient } from '../devnet-client.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { brokenInvariants } from './books.ts'
import { coin, deposits, funded, sandboxControl, mint, money, until } from './story.ts'

let uat: Uat

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH,BASE,SOL' })
  await uat.pass(1_800) // the buffer of the reserve backs the coins given away here
})
afterAll(() => uat.end())

const give = ({ institutionid }: Client, blockchain: string, quantity: string) =>
  sandboxControl(uat, 'deposits', { institutionid, asset: 'VCHF', blockchain, quantity })
const addressOf = async (client: Client, blockchain: string): Promise<string> =>
  (await uat.call(client, 'depositAddress', { asset: 'VCHF', blockchain })).body.address
const omnibusOn = async (chain: string): Promise<string> => {
  const [wallet] = await uat.database.owner.query<{ address: string }>(
    `select address from chains.wallet where chain = $1 and key = 'omnibus'`,
    [chain],
  )
  return wallet!.address
}
/** All ledger entries of a deposit. */
const journals = (depositid: string) =>
  uat.database.owner.query(`select kind from ledger.journal where key like 'deposit:' || $1 || ':%'`, [depositid])
const nothing = { available: '0', pending: '0' }

describe.each(['ETH', 'SOL'])('VCHF on %s', (blockchain) => {
  test('is seen, confirmed, credited, and collected into the omnibus wallet', async () => {
    const acme = await uat.onboard()
    const coins = await coin(uat, 'VCHF', blockchain)
    const omnibus = await omnibusOn(blockchain)
    const before = await coins.held(omnibus)
    await sandboxControl(uat, `chains/${blockchain}/stall`)
    const { txid, address } = await give(acme, blockchain, '1000')
    expect(address).toBe(await addressOf(acme, blockchain))
    await sandboxControl(uat, `chains/${blockchain}/mine`, { blocks: 3 })
    const [confirming] = await until(
      () => deposits(uat, acme),
      ([one]) => one?.confirmations >= 2,
    )
    expect(confirming).toMatchObject({ status: 'confirming', txid, quantity: '1000', credited: '0', address })
    expect(await money(uat, acme, 'VCHF')).toEqual(nothing)
    await sandboxControl(uat, `chains/${blockchain}/resume`)

    await uat.pass(60)
    expect(await deposits(uat, acme)).toMatchObject([{ status: 'credited', credited: '1000', txid }])
    // A hash in hex is the same in capitals; a Solana signature is not.
    const spelled = txid.replace(/(?<=^0x).*/, (hex: string) => hex.toUpperCase())
    expect(await deposits(uat, acme, { txid: spelled })).toHaveLength(1)
    expect(await money(uat, acme, 'VCHF')).toEqual({ available: '1000', pending: '0' })
    expect(await coins.held(address)).toBe(0n)
    expect(await coins.held(omnibus)).toBe(before + 1_000_000_000n)
  })

  test('below the minimum it is shown and waits for more', async () => {
    const acme = await uat.onboard()
    await give(acme, blockchain, '0.5')
    await uat.pass(60)
    expect(await deposits(uat, acme)).toMatchObject([
      { status: 'below_minimum', quantity: '0.5', credited: '0', accumulated: '0.5', min_deposit: '1' },
    ])
    expect(await money(uat, acme, 'VCHF')).toEqual({ available: '0', pending: '0.5' })
    expect(await brokenInvariants(uat)).toEqual([]) // it is at its own address, and in the books

    await give(acme, blockchain, '0.6')
    await uat.pass(60)
    expect(await deposits(uat, acme)).toMatchObject([
      { status: 'credited', credited: '0.6' },
      { status: 'credited', credited: '0.5' },
    ])
    expect(await money(uat, acme, 'VCHF')).toEqual({ available: '1.1', pending: '0' })
  })
})

test('simultaneous deposits of ether and USDC all arrive', async () => {
  const acme = await uat.onboard()
  const { institutionid } = acme
  const inTurn = async (asset: string) => {
    const given: object[] = []
    for (let n = 1; n <= 10; n += 1) {
      const gift = { asset, quantity: String(n) }
      const { txid } = await sandboxControl(uat, 'deposits', { institutionid, blockchain: 'ETH', ...gift })
      given.push({ ...gift, txid, status: 'credited' })
    }
    return given
  }
  const given = (await Promise.all(['ETH', 'ETH', 'USDC', 'USDC'].map(inTurn))).flat()
  const found = await until(
    () => deposits(uat, acme),
    (now) => now.filter(({ status }) => status === 'credited').length === given.length,
  )
  for (const one of given) expect(found).toContainEqual(expect.objectContaining(one))
})

test('coins whose collection fails once are still collected', async () => {
  const acme = await uat.onboard()
  const coins = await coin(uat, 'VCHF', 'ETH')
  const omnibus = await omnibusOn('ETH')
  const before = await coins.held(omnibus)
  await sandboxControl(uat, 'chains/ETH/stall')
  const { address } = await give(acme, 'ETH', '70')
  await sandboxControl(uat, 'chains/ETH/mine', { blocks: 3 })
  await until(
    () => deposits(uat, acme),
    ([one]) => one?.status === 'confirming',
  )
  await sandboxControl(uat, 'chains/ETH/revert-next', { count: 1 }) // only the collection is under way
  await sandboxControl(uat, 'chains/ETH/resume')
  await expect.poll(() => coins.held(omnibus)).toBe(before + 70_000_000n)
  expect(await coins.held(address)).toBe(0n)
  const tries = () =>
    uat.database.owner.query(
      `select o.state from chains.operation o join transfers.deposit d on d.id = o.subject
       where o.purpose = 'collection' and d.institution_id = $1 order by o.created_at`,
      [acme.institutionid],
    )
  // The chain is ahead of its reader.
  await expect.poll(tries).toMatchObject([{ state: 'failed' }, { state: 'final' }])
  await expect.poll(() => money(uat, acme, 'VCHF')).toEqual({ available: '70', pending: '0' })
})

test('a deposit removed by a reorganisation leaves no trace', async () => {
  const acme = await uat.onboard()
  await sandboxControl(uat, 'chains/ETH/stall')
  await sandboxControl(uat, 'deposits', {
    institutionid: acme.institutionid,
    asset: 'ETH',
    blockchain: 'ETH',
    quantity: '3',
  })
  await sandboxControl(uat, 'chains/ETH/mine', { blocks: 2 })
  const [seen] = await until(
    () => deposits(uat, acme),
    ([one]) => one?.status === 'confirming',
  )
  await sandboxControl(uat, 'chains/ETH/reorg', { depth: 2, transactions: 'forget' })
  const [gone] = await until(
    () => deposits(uat, acme),
    ([one]) => one?.status === 'orphaned',
  )
  expect(gone).toMatchObject({ depositid: seen.depositid, credited: '0', confirmations: 0 })
  await sandboxControl(uat, 'chains/ETH/resume')
  await uat.pass(3_600)
  expect(await deposits(uat, acme)).toMatchObject([{ status: 'orphaned' }])
  expect(await money(uat, acme, 'ETH')).toEqual(nothing)
  expect(await journals(seen.depositid)).toEqual([])
})

test('a stranger’s coins at the omnibus wallet have no owner', async () => {
  const acme = await funded(uat, { CHF: '200000' })
  const stranger = await evmClient(uat.devnet!.origin, 'BASE')
  const { address } = stranger.account
  await sandboxControl(uat, 'addresses', {
    institutionid: acme.institutionid,
    blockchain: 'BASE',
    address,
    label: 'stranger',
  })
  await mint(uat, acme, { destination: 'stranger' })
  await uat.pass(60)
  const coins = await coin(uat, 'VCHF', 'BASE')
  expect(await coins.held(address)).toBe(200_000_000_000n)

  const omnibus = await omnibusOn('BASE')
  const hash = await stranger.wallet.sendTransaction({
    to: coins.contract as `0x${string}`,
    data: transferOf(omnibus, 5_000_000n),
  })
  await stranger.reader.waitForTransactionReceipt({ hash })
  await uat.pass(60)
  expect(await coins.held(omnibus)).toBe(5_000_000n)
  const unallocated = await uat.database.owner.query(
    `select balance from ledger.account where pool = 'client' and name = 'unallocated' and asset = 'VCHF'`,
  )
  expect(unallocated).toEqual([{ balance: 5_000_000n }])
  expect(await deposits(uat, acme, { asset: 'VCHF' })).toEqual([])
  expect(await money(uat, acme, 'VCHF')).toEqual(nothing)
})

/** ERC-20 transfer(address,uint256). */
const transferOf = (to: string, amount: bigint): `0x${string}` =>
  `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`

test('ledger, bank and chains agree at the end', async () => {
  expect(await brokenInvariants(uat)).toEqual([])
})
