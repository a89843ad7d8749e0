import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { coinAbi } from '@specie/token/abi.gen.ts'
import { calldata, deployCoin, implementationCode, type Setup } from '@specie/token/evm.ts'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  getAddress,
  type Hex,
  type LocalAccount,
  maxUint256,
  zeroAddress,
} from 'viem'
import type { Power, RawSigner } from '../base/chain-port.ts'
import { evmAccount } from './evm/account.ts'
import { evmTransport } from './evm/transport.ts'

type Place = { code: ChainCode; url: string; chainId: number; signer: RawSigner }
export type Deployed = { asset: AssetCode; address: string; txid: string }
/** A coin to deploy, and who may mint it if that is not our own minter. */
export type NewCoin = { asset: AssetCode; minter: string | null }

/** Room for every client there could be; production lowers them with setSupplyCap and setMintAllowance. */
const limits = { supplyCap: 10n ** 18n, mintLimit: 10n ** 17n, mintPeriod: 86_400, adminDelay: 3 * 86_400 }

/** Deploys coins, and lets the burner burn what the omnibus wallet holds. Waits until all of it is in a block. */
export async function deployEvmCoins(place: Place, coins: readonly NewCoin[]): Promise<Deployed[]> {
  const desk = await openDesk(place)
  const implementation = await desk.create(implementationCode)
  const deployed: Deployed[] = []
  for (const { asset, minter } of coins) {
    const setup = await setupOf(desk.addressOf, asset, minter)
    const { address, txid } = await desk.create(deployCoin(implementation.address, setup))
    deployed.push({ asset, address, txid })
    if (minter === null) await desk.entrust(address)
  }
  return deployed
}

async function setupOf(addressOf: (key: Power) => Promise<Address>, asset: AssetCode, minter: string | null) {
  const setup: Setup = {
    name: assets[asset].name,
    symbol: asset,
    ...limits,
    admin: await addressOf('admin'),
    minter: (minter as Address | null) ?? (await addressOf('minter')),
    burner: minter === null ? await addressOf('burner') : zeroAddress,
    pauser: await addressOf('pauser'),
    freezer: await addressOf('freezer'),
    seizer: await addressOf('seizer'),
    upgrader: await addressOf('upgrader'),
  }
  return setup
}

async function openDesk({ code, url, chainId, signer }: Place) {
  const transport = evmTransport(url)
  const reader = createPublicClient({ transport, pollingInterval: 100, cacheTime: 0 })
  const accountOf = (key: Power): Promise<LocalAccount> => evmAccount(signer, key, code)

  async function send(key: Power, call: { to?: Address; data: Hex }) {
    const account = await accountOf(key)
    const wallet = createWalletClient({ account, transport })
    const chain = { id: chainId, name: code, nativeCurrency, rpcUrls: { default: { http: [url] } } }
    const hash = await wallet.sendTransaction({ chain, ...call })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`${code} has reverted ${hash}, which sets up a coin`)
    return { hash, receipt }
  }

  return {
    addressOf: async (key: Power) => (await accountOf(key)).address,
    create: async (data: Hex) => {
      const { hash, receipt } = await send('admin', { data })
      return { address: getAddress(receipt.contractAddress!), txid: hash }
    },
    entrust: async (coin: Address) => {
      const [omnibus, burner] = await Promise.all([accountOf('omnibus'), accountOf('burner')])
      const args = [omnibus.address, burner.address] as const
      const allowed = await reader.readContract({ address: coin, abi: coinAbi, functionName: 'allowance', args })
      if (allowed === 0n) await send('omnibus', { to: coin, data: calldata.approve(burner.address, maxUint256) })
    },
  }
}

const nativeCurrency = { name: 'gas', symbol: 'GAS', decimals: 18 }
