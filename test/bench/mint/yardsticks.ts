import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { evmClient } from '../../src/devnet-client.ts'
import { openContext, type SolanaOptions } from '@specie/service/chains/adapters/solana/chain.ts'
import { createSolanaCoin } from '@specie/service/chains/adapters/solana/deploy.ts'
import { testSigner } from '../../src/chains/solana.ts'
import { compile, type Lifetime, lifetimeNow, signPlan } from '@specie/service/chains/adapters/solana/transaction.ts'
import { calldata, deployCoin, implementationCode } from '@specie/token/evm.ts'
import { mint, openTokenAccount, tokenAccount } from '@specie/token/solana/coin.ts'
import { guardSpace } from '@specie/token/solana/guard.ts'
import type { Measured } from '../measure.ts'

// The throughput of a chain for the same transactions, without a service: signed and sent, without storage. Each mints its own
// coin, because the service would rightly report it as a break of its supply.

/** Sends for this number of seconds and waits until the last is in a block. */
export type Bare = (seconds: number) => Promise<Measured>

const anyId = (): `0x${string}` => `0x${randomBytes(32).toString('hex')}`

type Firing = {
  /** The limits of parallel sends, and of transactions that wait for their block. */
  senders: number
  most: number
  mints: number
  send(): Promise<string>
  landed(hash: string): Promise<boolean>
}

/** Sends until the time is over; then waits until all are in a block. */
async function fire(seconds: number, { senders, most, mints, send, landed }: Firing): Promise<Measured> {
  const begun = performance.now()
  const until = begun + seconds * 1_000
  const waiting: string[] = []
  let [sent, sending] = [0, senders]
  const sender = async () => {
    while (performance.now() < until) {
      if (waiting.length >= most) {
        await sleep(pollMs)
        continue
      }
      waiting.push(await send())
      sent += 1
    }
    sending -= 1
  }
  /** In the order of sending: later ones need not be checked meanwhile. */
  const watch = async () => {
    while (sending > 0 || waiting.length > 0) {
      if (waiting.length > 0 && (await landed(waiting[0]!))) waiting.shift()
      else await sleep(pollMs)
    }
  }
  await Promise.all([watch(), ...Array.from({ length: senders }, sender)])
  return { perSecond: (sent * mints * 1_000) / (performance.now() - begun) }
}
type Landed = Firing['landed']
const pollMs = 10

/** Blocks of the devnet hold six of these: enough are always waiting. */
const evmFiring = { senders: 4, most: 24 }

export async function bareEvm(origin: string, code: string, size: number): Promise<Bare> {
  const { account, chain, reader, wallet } = await evmClient(origin, code)
  const create = async (data: `0x${string}`) => {
    const receipt = await reader.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ data }) })
    return receipt.contractAddress!
  }
  const nobody = {
    burner: account.address,
    pauser: account.address,
    freezer: account.address,
    seizer: account.address,
    lister: account.address,
    switcher: account.address,
  }
  const limits = { supplyCap: 10n ** 18n, mintLimit: 10n ** 17n, mintPeriod: 86_400, adminDelay: 0 }
  const owners = {
    admin: account.address,
    minter: account.address,
    upgrader: account.address,
    ...nobody,
    allowListOn: false,
    listed: [],
  }
  const to = await create(
    deployCoin(await create(implementationCode), { name: 'Bare', symbol: 'BARE', ...limits, ...owners }),
  )
  const issue = () => ({ requestId: anyId(), to: account.address, amount: 1_000_000n })
  const batch = () => calldata.mintBatch(Array.from({ length: size }, issue))
  // One in advance, so that the recipient is not new, like the omnibus wallet of the service.
  const first = await wallet.sendTransaction({ to, data: batch() })
  const { gasUsed: gas } = await reader.waitForTransactionReceipt({ hash: first })
  const fees = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 10n ** 9n }
  let nonce = await reader.getTransactionCount(account)
  const send = async () => {
    const terms = { gas: (gas * 21n) / 20n, nonce: nonce++, chainId: chain.id, type: 'eip1559', ...fees } as const
    const serializedTransaction = await account.signTransaction({ to, data: batch(), ...terms })
    return reader.sendRawTransaction({ serializedTransaction })
  }
  const landed: Landed = (hash) =>
    reader.getTransactionReceipt({ hash: hash as `0x${string}` }).then(
      ({ status }) => {
        if (status !== 'success') throw new Error(`${code} has reverted a bare mint`)
        return true
      },
      () => false,
    )
  return (seconds) => fire(seconds, { ...evmFiring, mints: size, send, landed })
}

const solanaFiring = { senders: 16, most: 256 }

export async function bareSolana(origin: string, size: number): Promise<Bare> {
  const { signer, addressOf } = testSigner()
  const options: SolanaOptions = {
    code: 'SOL',
    environment: 'bench',
    urls: [`${origin}/SOL`],
    quorum: null,
    signer,
    wallets: {},
    onTrouble: () => {},
  }
  const { nodes } = openContext(options)
  const [payer, minter, guardian] = [await addressOf('gas'), await addressOf('minter'), await addressOf('guardian')]
  await fetch(`${origin}/SOL/control/faucet`, {
    method: 'POST',
    body: JSON.stringify({ address: payer, amount: String(10n ** 14n) }),
  })
  while ((await nodes.use(({ rpc }) => rpc.getBalance(payer).send())).value === 0n) await sleep(pollMs)
  const created = await createSolanaCoin(options, {
    asset: 'VCHF',
    name: 'Bare',
    symbol: 'BARE',
    uri: '',
    allowListOn: false,
  })
  const coin = created.address as typeof payer
  const owner = await addressOf('omnibus')
  const account = await tokenAccount(coin, owner)
  const guardRent = await nodes.use(({ rpc }) => rpc.getMinimumBalanceForRentExemption(guardSpace).send())
  const instructions = async () => [
    await openTokenAccount(payer, coin, owner),
    ...(await mint({
      requestId: anyId(),
      guardian,
      payer,
      guardRent,
      mint: coin,
      account,
      minter,
      amount: 1_000_000n,
    })),
  ]
  const lifetime = renewed(() => nodes.use(({ rpc }) => lifetimeNow(rpc)))
  const send = async () => {
    const built = (await Promise.all(Array.from({ length: size }, instructions))).flat()
    const steps = built.map((instruction) => ({ instruction, order: null }))
    const plan = { payer: 'gas', signers: ['gas', 'minter', 'guardian'], steps } as const
    const life = await lifetime()
    const purpose = { requestId: 'bench', chain: 'SOL', intent: 'bench' } as const
    const { raw } = await signPlan({ signer, addressOf }, compile(plan, payer, life), plan, life, purpose)
    const wire = Buffer.from(raw).toString('base64') as Parameters<typeof sendOf>[0]
    return sendOf(wire)
  }
  const sendOf = (wire: Wire) =>
    nodes.use(({ rpc }) => rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send())
  type Wire = Parameters<Parameters<Parameters<typeof nodes.use>[0]>[0]['rpc']['sendTransaction']>[0]
  const landed: Landed = async (hash) => {
    const { value } = await nodes.use(({ rpc }) => rpc.getSignatureStatuses([hash as never]).send())
    if (value[0]?.err) throw new Error('SOL has refused a bare mint')
    return !!value[0]
  }
  return (seconds) => fire(seconds, { ...solanaFiring, mints: size, send, landed })
}

/** A blockhash is valid for a while. */
function renewed(ask: () => Promise<Lifetime>): () => Promise<Lifetime> {
  let known: Promise<Lifetime> | null = null
  let at = 0
  return () => {
    if (known === null || performance.now() - at > 2_000) {
      known = ask()
      at = performance.now()
    }
    return known
  }
}
