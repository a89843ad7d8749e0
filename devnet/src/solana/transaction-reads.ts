import type { Address, Signature } from '@solana/kit'
import { badParams } from '../rpc.ts'
import { setTime, simulate, type Landed } from './bank.ts'
import { bytesToBase58 } from './base58.ts'
import { lifetimeAt } from './chain-reads.ts'
import { beginOf, blockhashOf, slotOfBlockhash } from './slots.ts'
import { decodeWire, transactionJson } from './transaction.ts'
import { addressOf, optionsOf, withContext, type Options, type Reads, type View } from './view.ts'

const maxSignatures = 256
const maxHistory = 1_000

export function transactionReads(view: View): Reads {
  const { state, now, slotFor } = view
  return {
    getSignatureStatuses: ([signatures]) => {
      if (!Array.isArray(signatures) || signatures.length > maxSignatures)
        throw badParams(`name at most ${maxSignatures} signatures`)
      return withContext(
        now(),
        signatures.map((signature: Signature) => statusOf(view, signature)),
      )
    },
    getSignaturesForAddress: ([address, options]) => historyOf(view, addressOf(address), optionsOf(options)),
    getTransaction: ([signature, given]) => {
      const options = typeof given === 'string' ? { encoding: given } : optionsOf(given)
      const found = state.bank.landed.get(signature as Signature)
      return found && found.slot <= slotFor(options) ? landedJson(found, options.encoding) : null
    },
    getBlock: ([slot, options]) => blockOf(view, Number(slot), optionsOf(options)),
    simulateTransaction: ([wire, options]) => simulated(view, wire, optionsOf(options)),
  }
}

function statusOf({ state, statusAt, now }: View, signature: Signature): object | null {
  const found = state.bank.landed.get(signature)
  if (!found) return null
  const { slot, outcome } = found
  const confirmationStatus = statusAt(slot)
  const confirmations = confirmationStatus === 'finalized' ? null : now() - slot
  const status = outcome.err === null ? { Ok: null } : { Err: outcome.err }
  return { slot, confirmations, err: outcome.err, status, confirmationStatus }
}

/** Newest first. */
function historyOf({ state: { bank }, slotFor, statusAt }: View, address: Address, options: Options): object[] {
  const { limit = maxHistory, before, until } = options
  const newest = (bank.byAddress.get(address) ?? []).toReversed()
  const from = before === undefined ? 0 : newest.indexOf(before as Signature) + 1
  const end = until === undefined ? -1 : newest.indexOf(until as Signature)
  const highest = slotFor(options)
  return newest
    .slice(from, end < 0 ? undefined : end)
    .map((signature) => bank.landed.get(signature)!)
    .filter(({ slot }) => slot <= highest)
    .slice(0, Math.min(Number(limit), maxHistory))
    .map(({ sent: { signature }, slot, time: blockTime, outcome: { err } }) => {
      return { signature, slot, blockTime, err, memo: null, confirmationStatus: statusAt(slot) }
    })
}

/** Every slot has a block here, most of them empty. */
function blockOf({ state, slotFor }: View, slot: number, options: Options): object | null {
  if (!Number.isInteger(slot) || slot < 0) throw badParams('the slot must be a number')
  if (slot > slotFor(options)) return null
  const landed = [...state.bank.landed.values()].filter((one) => one.slot === slot)
  const transactions =
    options['transactionDetails'] === 'signatures'
      ? { signatures: landed.map(({ sent: { signature } }) => signature) }
      : { transactions: landed.map((one) => landedJson(one, options.encoding)) }
  return {
    blockhash: blockhashOf(state.slots, slot),
    previousBlockhash: blockhashOf(state.slots, Math.max(0, slot - 1)),
    parentSlot: Math.max(0, slot - 1),
    blockHeight: slot,
    blockTime: landed[0]?.time ?? Math.floor(beginOf(state.slots, slot) / 1000),
    ...transactions,
  }
}

function simulated(view: View, wire: unknown, options: Options): object {
  const { state, spec, slotFor, now } = view
  const { bank, slots } = state
  const sent = decodeWire(wire, options.encoding)
  const slot = slotFor(options)
  const replaces = options['replaceRecentBlockhash'] === true
  const rest = {
    accounts: null,
    innerInstructions: null,
    loadedAccountsDataSize: 0,
    replacementBlockhash: replaces ? lifetimeAt(view, slot) : null,
  }
  if (!replaces && slotOfBlockhash(slots, sent.message.lifetimeToken, now(), spec.blockhashSlots) === null)
    return withContext(slot, { ...rest, err: 'BlockhashNotFound', logs: [], unitsConsumed: 0, returnData: null })
  setTime(bank, now(), Math.floor(beginOf(slots, now()) / 1000))
  const verifies = options['sigVerify'] === true
  if (verifies && !Object.values(sent.transaction.signatures).every(Boolean)) throw badParams('not fully signed')
  const { err, logs, unitsConsumed, returnData, fee } = simulate(bank, sent, verifies)
  return withContext(slot, { ...rest, err, logs, unitsConsumed, returnData, fee })
}

function landedJson({ sent, slot, time, meta }: Landed, encoding = 'json'): object {
  const inWords = encoding === 'json' || encoding === 'jsonParsed'
  const bytes = () => (encoding === 'base58' ? bytesToBase58(Buffer.from(sent.wire, 'base64')) : sent.wire)
  const transaction = inWords ? transactionJson(sent, encoding === 'jsonParsed') : [bytes(), encoding]
  return { slot, blockTime: time, meta, transaction, version: sent.message.version }
}
