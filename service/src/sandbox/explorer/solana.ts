import { assets } from '@specie/protocol/assets.ts'
import { chains } from '@specie/protocol/chains.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import { tokenAccount } from '@specie/token/solana/coin.ts'
import { systemProgram, tokenProgram } from '@specie/token/solana/instructions.ts'
import {
  type Address,
  createSolanaRpcFromTransport,
  decodeTransactionFromRpcResponse,
  isSignature,
  type Rpc,
  type Signature,
  type SolanaRpcApi,
  walkInstructions,
} from '@solana/kit'
import { fetchTransaction, recordOf } from '../../chains/adapters/solana/movements.ts'
import { solanaTransport } from '../../chains/adapters/solana/transport.ts'
import { instructionStep, paymentIn } from './solana-steps.ts'
import type { ShownAddress, BlockRow, Movement, Tx, TxRow } from '@specie/protocol/sandbox/explorer.ts'
import { max, newestFirst, type Explorer, type Place } from './view.ts'

type Chain = Place & { rpc: Rpc<SolanaRpcApi> }
type Fetched = NonNullable<Awaited<ReturnType<typeof fetchTransaction>>>

const lamportDecimals = 9
const timeOf = (seconds: bigint | null): string | null =>
  seconds === null ? null : new Date(Number(seconds) * 1_000).toISOString()

export function solanaExplorer(place: Place): Explorer {
  const rpc = createSolanaRpcFromTransport(solanaTransport(place.url, 5_000))
  const chain = { ...place, rpc }
  const slot = async (commitment: 'confirmed' | 'finalized') => Number(await rpc.getSlot({ commitment }).send())
  return {
    head: async () => ({ height: await slot('confirmed'), final: await slot('finalized') }),
    blocks: async () => ({ items: await busySlots(chain), next: null }),
    latest: async () => rowsOf(chain, await signaturesOf(chain, [tokenProgram, systemProgram])),
    block: (height) => block(chain, height, slot),
    tx: async (txid) => {
      const found = isTxid(txid) ? await fetchTransaction(rpc, txid) : null
      return found && txView(chain, txid, found, slot)
    },
    address: (address) => addressView(chain, address as Address),
  }
}

/** `isSignature` throws for text that is not base58. */
const isTxid = (text: string): text is Signature => /^[1-9A-HJ-NP-Za-km-z]+$/.test(text) && isSignature(text)

type Listed = { signature: Signature; slot: bigint; blockTime: bigint | null }

/** Signatures of transactions that name one of these accounts, newest first. */
async function signaturesOf({ rpc }: Chain, accounts: readonly Address[], limit = max.transactions): Promise<Listed[]> {
  const found = await Promise.all(
    accounts.map((account) => rpc.getSignaturesForAddress(account, { commitment: 'confirmed', limit }).send()),
  )
  const all = new Map(found.flat().map((one) => [one.signature, one as Listed]))
  return [...all.values()].toSorted((a, b) => Number(b.slot - a.slot)).slice(0, limit)
}

/** Most slots are empty: only the others are shown. */
async function busySlots(chain: Chain): Promise<BlockRow[]> {
  const listed = await signaturesOf(chain, [tokenProgram, systemProgram], 100)
  const slots = [...new Set(listed.map(({ slot }) => slot))].slice(0, max.blocks)
  const found = await Promise.all(slots.map((slot) => fetchBlock(chain, slot)))
  return found.flatMap((one, i) => (one === null ? [] : [rowOfBlock(Number(slots[i]), one)]))
}

const fetchBlock = ({ rpc }: Chain, slot: bigint) =>
  rpc
    .getBlock(slot, {
      commitment: 'confirmed',
      transactionDetails: 'signatures',
      rewards: false,
      maxSupportedTransactionVersion: 0,
    })
    .send()

type FetchedBlock = NonNullable<Awaited<ReturnType<typeof fetchBlock>>>

const rowOfBlock = (height: number, { blockhash, blockTime, signatures }: FetchedBlock): BlockRow => ({
  height,
  hash: blockhash,
  time: timeOf(blockTime) ?? '',
  transactions: signatures.length,
})

type SlotAt = (commitment: 'confirmed' | 'finalized') => Promise<number>

async function block(chain: Chain, height: number, slot: SlotAt) {
  const found = await fetchBlock(chain, BigInt(height))
  if (found === null) return null
  const head = await slot('confirmed')
  const listed = found.signatures
    .slice(0, max.transactions)
    .map((signature) => ({ signature: signature as string as Signature }))
  return {
    ...rowOfBlock(height, found),
    parent: found.previousBlockhash,
    confirmations: head - height + 1,
    final: height <= (await slot('finalized')),
    items: await rowsOf(chain, listed),
  }
}

async function rowsOf(chain: Chain, listed: readonly { signature: Signature }[]): Promise<TxRow[]> {
  const rows = await Promise.all(
    listed.map(async ({ signature }) => {
      const found = await fetchTransaction(chain.rpc, signature)
      return found === null ? [] : [await row(chain, signature, found)]
    }),
  )
  return rows.flat().toSorted(newestFirst)
}

async function row(chain: Chain, txid: string, found: Fetched): Promise<TxRow> {
  const failed = found.meta?.err !== null
  const movements = failed ? [] : await movementsIn(chain, found)
  const [first] = movements
  return {
    txid,
    status: failed ? 'failed' : 'succeeded',
    what:
      first === undefined ? 'Call' : first.kind === 'transfer' ? 'Transfer' : first.kind === 'mint' ? 'Mint' : 'Burn',
    height: Number(found.slot),
    time: timeOf(found.blockTime),
    movements,
  }
}

async function movementsIn({ known }: Chain, found: Fetched): Promise<Movement[]> {
  const guardian = known.wallets.find(({ key }) => key === 'guardian')?.address ?? systemProgram
  const { movements } = await recordOf(found, guardian as Address)
  const tokens = movements.flatMap(({ kind, mint, amount, from, to, requestId }): Movement[] => {
    const asset = known.contracts.find(({ address }) => address === mint)?.asset
    if (asset === undefined) return []
    return [{ kind, asset, amount: formatMinor(amount, assets[asset].decimals), from, to, requestid: requestId }]
  })
  const payments = instructionsOf(found).flatMap((one): Movement[] => {
    const paid = paymentIn(one)
    if (paid === null) return []
    const amount = formatMinor(paid.lamports, lamportDecimals)
    return [{ kind: 'transfer', asset: 'SOL', amount, from: paid.from, to: paid.to, requestid: null }]
  })
  return [...tokens, ...payments]
}

function instructionsOf(found: Fetched) {
  const { compiledMessage, loadedAddresses } = decodeTransactionFromRpcResponse(found)
  return walkInstructions({ compiledMessage, loadedAddresses, meta: found.meta! })
}

async function txView(chain: Chain, txid: string, found: Fetched, slot: SlotAt): Promise<Tx> {
  const shown = await row(chain, txid, found)
  const height = Number(found.slot)
  const { compiledMessage } = decodeTransactionFromRpcResponse(found)
  return {
    ...shown,
    block: (await fetchBlock(chain, found.slot))?.blockhash ?? null,
    confirmations: (await slot('confirmed')) - height + 1,
    final: height <= (await slot('finalized')),
    sender: compiledMessage.staticAccounts[0] ?? null,
    fee: found.meta && { amount: formatMinor(BigInt(found.meta.fee), lamportDecimals), asset: 'SOL' },
    reason:
      shown.status === 'failed'
        ? `${chains.SOL.name} refused it: ${JSON.stringify(found.meta?.err, (_key, one: unknown) => (typeof one === 'bigint' ? Number(one) : one))}. Nothing was moved; its fee was paid.`
        : null,
    steps: instructionsOf(found).map((one) => instructionStep(one, chain.known)),
    inputs: [],
    outputs: [],
  }
}

/** The coins of a wallet are in token accounts, one per coin. */
async function addressView(chain: Chain, address: Address): Promise<ShownAddress> {
  const { rpc, known } = chain
  const coins = await Promise.all(
    known.contracts.map(async (one) => ({ ...one, account: await tokenAccount(one.address as Address, address) })),
  )
  const [own, ...accounts] = (
    await rpc
      .getMultipleAccounts([address, ...coins.map(({ account }) => account)], {
        commitment: 'confirmed',
        encoding: 'base64',
      })
      .send()
  ).value
  const held = (i: number): bigint => {
    const data = accounts[i]?.data[0]
    return data === undefined ? 0n : Buffer.from(data, 'base64').readBigUInt64LE(64)
  }
  const opened = coins.filter((_, i) => accounts[i] !== null)
  const listed = await signaturesOf(chain, [address, ...opened.map(({ account }) => account)])
  return {
    address,
    is: own?.owner === tokenProgram ? 'token account or coin' : own?.executable ? 'program' : 'wallet',
    holdings: [
      { asset: 'SOL', amount: formatMinor(own?.lamports ?? 0n, lamportDecimals) },
      ...coins.map(({ asset }, i) => ({ asset, amount: formatMinor(held(i), assets[asset].decimals) })),
    ],
    items: await rowsOf(chain, listed),
  }
}
