import type { ExactJson } from '@specie/protocol/encoding/json.ts'
import { readCallback, type Scheme } from './callback.ts'
import { isObject, jsonObject, textOf } from './json.ts'
import { TrpRefusal } from './refusal.ts'

/** The beneficiary's answer: at once, or later to the callback of the inquiry. */
export type Resolution =
  /** Received; the decision follows. */
  | { readonly kind: 'pending' }
  /** The wallet that may be paid, and where the transaction id is expected. */
  | { readonly kind: 'approved'; readonly address: string; readonly callback: string }
  | { readonly kind: 'rejected'; readonly reason: string | null }

export function writeResolution(resolution: Resolution, version: string): string {
  switch (resolution.kind) {
    case 'pending':
      return JSON.stringify({ version })
    case 'approved':
      return JSON.stringify({ approved: { address: resolution.address, callback: resolution.callback } })
    case 'rejected':
      return JSON.stringify({ rejected: resolution.reason })
  }
}

/** Exactly one of the three. Two of them contradict each other, so that neither counts. */
export function readResolution(body: string, scheme: Scheme): Resolution {
  const { version, approved, rejected } = jsonObject(body)
  const isRejected = typeof rejected === 'string' || (rejected === null && !isGiven(approved) && !isGiven(version))
  const given = [isGiven(version), isGiven(approved), isRejected].filter(Boolean).length
  if (given !== 1 || (isGiven(rejected) && !isRejected))
    throw new TrpRefusal(422, 'Send exactly one of `version`, `approved` and `rejected`.')
  if (isRejected) return { kind: 'rejected', reason: shortReason(rejected) }
  return isGiven(approved) ? readApproval(approved!, scheme) : readVersion(version!)
}

const isGiven = (value: ExactJson | undefined): boolean => value !== undefined && value !== null

function readVersion(version: ExactJson): Resolution {
  textOf('version', version)
  return { kind: 'pending' }
}

function readApproval(approved: ExactJson, scheme: Scheme): Resolution {
  if (!isObject(approved)) throw new TrpRefusal(422, '`approved` must have `address` and `callback`.')
  return {
    kind: 'approved',
    address: textOf('approved.address', approved['address']),
    callback: readCallback('approved.callback', textOf('approved.callback', approved['callback']), scheme),
  }
}

/** A comment for people, which may be missing. */
export function shortReason(reason: ExactJson | undefined): string | null {
  if (typeof reason !== 'string') return null
  const text = reason.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return Array.from(text).slice(0, 500).join('') || null // by characters: half of one cannot be stored
}
