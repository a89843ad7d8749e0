import type { ChainCode } from '@specie/protocol/chains.ts'
import { machines } from '@specie/protocol/machines.ts'
import type { Ivms101 } from '@specie/travel-rule/ivms101/types.ts'
import type { Exchange as Headers } from '@specie/travel-rule/trp/headers.ts'
import { type ReadInquiry, readInquiry } from '@specie/travel-rule/trp/inquiry.ts'
import { usualPeer } from '@specie/travel-rule/trp/peer.ts'
import { TrpRefusal } from '@specie/travel-rule/trp/refusal.ts'
import type { Resolution } from '@specie/travel-rule/trp/resolution.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { normalName } from '../../base/party-names.ts'
import { setActor } from '../../base/state-machine/move.ts'
import { institutionName } from '../../directory/institutions.ts'
import { screenParties } from '../screening/screen-parties.ts'
import { schemeOf } from './connect.ts'
import { record } from './messages.ts'
import { ownAddress, travelRulePath } from './own-address.ts'
import { namesOf, payersIn } from './payers.ts'
import { change, type Exchange, lockExchange, step } from './row.ts'
import { sealParties } from './sealed-data.ts'
import { tokenOf } from './token.ts'

// Another provider asks before it sends coins to one of our institutions. The answer is approved if the wallet is that of an
// institution and the beneficiary has its name, rejected if the wallet is not ours. Staff decide on the rest.

/** Finds the institution with this deposit address (chains/deposit-address/owner.ts). */
type OwnerOf = (tx: Tx, chain: ChainCode, address: string) => Promise<string | null>

type Call = { readonly headers: Headers; readonly body: string; readonly ownerOf: OwnerOf }

/** The answer. A repeated inquiry gets the same, or what was decided since. */
export async function receiveInquiry(env: Env, { headers, body, ownerOf }: Call): Promise<Resolution> {
  const inquiry = readInquiry(body, env.config.tokenDtis, usualPeer, schemeOf(env))
  const wallet = walletIn(inquiry.data)
  return env.db.tx(async (tx) => {
    const owner = await ownerOf(tx, inquiry.token.chain, wallet)
    // Nothing of it is stored: anyone may ask about any wallet.
    if (owner === null) return notOurs
    const peer = new URL(inquiry.callback).host
    const { id, isNew } = await insert(env, tx, { inquiry, wallet, owner, peer, headers })
    const stored = await lockExchange(tx, id)
    if (!isNew) return answerAgain(env, stored, inquiry, wallet)
    await record(env, tx, stored, { ...fromHeaders(headers), way: 'received', kind: 'inquiry', body })
    return answerOf(env, await decide(env, tx, stored, inquiry.data))
  })
}

const notOurs = { kind: 'rejected', reason: 'The wallet is not one of ours.' } as const

/** A callback holds a secret of the counterparty. Another caller with its identifier does not get our answer. */
function answerAgain(env: Env, stored: Exchange, { token, amount, callback }: ReadInquiry, wallet: string): Resolution {
  const isSame =
    stored.callback === callback &&
    stored.wallet === wallet &&
    stored.asset === token.asset &&
    stored.blockchain === token.chain &&
    stored.amount === amount.minor
  if (isSame) return answerOf(env, stored)
  throw new TrpRefusal(422, 'This `request-identifier` was used for another inquiry. Use a new one.')
}

const fromHeaders = ({ requestId, version }: Headers) => ({ request_id: requestId, version })

/** The wallet of the only beneficiary account that is named. */
function walletIn({ beneficiary }: Ivms101): string {
  const wallets = new Set(beneficiary.beneficiaryPerson.flatMap(({ accountNumber = [] }) => accountNumber))
  const [wallet, ...others] = wallets
  if (wallet !== undefined && others.length === 0 && wallet.length <= 128) return wallet
  throw new TrpRefusal(422, '`IVMS101.beneficiary`: name exactly one account, the wallet that is paid.')
}

type New = {
  readonly inquiry: ReadInquiry
  readonly wallet: string
  readonly owner: string
  readonly peer: string
  readonly headers: Headers
}

async function insert(
  env: Env,
  tx: Tx,
  { inquiry, wallet, owner, peer, headers }: New,
): Promise<{ id: string; isNew: boolean }> {
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  await setActor(tx, { actor: 'counterparty', why: 'its inquiry', at })
  const { token, amount, callback, data } = inquiry
  const sealed = await sealParties(env, tx, { id, institution_id: owner }, data)
  const [stored] = await tx.query<{ id: string }>(
    `insert into compliance.exchange (id, institution_id, direction, wallet, asset, blockchain, amount, vasp, peer,
       sealed_parties, request_id, version, callback, opened_at, state, created_at, updated_at)
     values ($1, $2, 'in', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)
     on conflict do nothing returning id`,
    [
      id,
      owner,
      wallet,
      token.asset,
      token.chain,
      amount.minor,
      namesOf(data.originatingVASP && [data.originatingVASP.originatingVASP])[0] ?? null,
      peer,
      sealed,
      headers.requestId,
      headers.version,
      callback,
      env.clock.settlement(),
      machines.travel_rule.initial,
      at,
    ],
  )
  if (stored) return { id, isNew: true }
  const [known] = await tx.query<{ id: string }>(
    `select id from compliance.exchange where direction = 'in' and peer = $1 and request_id = $2`,
    [peer, headers.requestId],
  )
  return { id: known!.id, isNew: false }
}

async function decide(env: Env, tx: Tx, exchange: Exchange, parties: Ivms101): Promise<Exchange> {
  const by = { actor: 'service', why: 'the inquiry is compared with our clients', at: env.clock.now() }
  const received = await step(tx, exchange, ['receive'], by)
  const doubt = await doubtAbout(env, tx, exchange.id, exchange.institution_id!, parties)
  if (doubt !== null) return change(env, tx, received, { problem: doubt })
  return step(tx, received, ['approve'], { ...by, why: 'wallet and name are those of the institution' })
}

/** Why staff must decide; null if nothing speaks against it. */
async function doubtAbout(env: Env, tx: Tx, id: string, institutionId: string, data: Ivms101): Promise<string | null> {
  const own = normalName(await institutionName(tx, institutionId))
  const named = namesOf(data.beneficiary.beneficiaryPerson)
  if (named.length === 0 || named.some((name) => normalName(name) !== own))
    return 'The name of the payee is not that of the institution.'
  const parties = payersIn(data, institutionId)
  const screened = await screenParties(env, tx, [{ kind: 'exchange', id, institutionId, parties }])
  const { outcome } = screened.get(id)!
  if (outcome === 'closed') return 'The lists are too old to screen the originator.'
  return outcome === 'hit' ? 'The payer or their provider matches an entry of a list.' : null
}

function answerOf(env: Env, { id, state, wallet, reason }: Exchange): Resolution {
  if (state === 'acknowledged') return { kind: 'pending' }
  if (state === 'rejected' || state === 'canceled' || state === 'timed_out') return { kind: 'rejected', reason }
  return {
    kind: 'approved',
    address: wallet,
    callback: `${ownAddress(env)}${travelRulePath}/confirmations/${id}?token=${tokenOf(env, id)}`,
  }
}
