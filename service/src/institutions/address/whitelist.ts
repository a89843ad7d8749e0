import type { ChainCode } from '@specie/protocol/chains.ts'
import { audit } from '../../base/audit/audit.ts'
import { isSqlState, type Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { setActor, type By, move } from '../../base/state-machine/move.ts'
import { checkedAddress } from '../../chains/addresses.ts'
import { ownAddress } from '../../chains/own-addresses.ts'
import { addressMachine } from './row.ts'
import { checkedLabel } from './labels.ts'

/** A stolen key can add an address at once, but use it only a day later. */
const coolingMs = 24 * 3_600_000

export type AddressRequest = {
  institutionId: string
  blockchain: ChainCode
  address: string
  label: string
  memo: string | null
  /** The custodian; null: the institution itself. */
  vasp: string | null
}

/** Adds an address and takes it through every check up to its cooling-off period. Returns its id. */
export async function whitelistAddress(env: Env, request: AddressRequest, who: Omit<By, 'at'>): Promise<string> {
  const address = checkedAddress(request.blockchain, request.address, {
    environment: env.config.environment,
    field: 'address',
  })
  const label = checkedLabel(request.label)
  const by = { ...who, at: env.clock.now() }
  return env.db
    .tx(async (tx) => {
      await refuseOwn(tx, request.blockchain, address)
      const id = await submit(env, tx, { ...request, address, label }, by)
      for (const event of ['screen', 'clear', 'prove']) await move(tx, addressMachine, id, event, by)
      await setTravelRuleParties(tx, id)
      await move(tx, addressMachine, id, 'agree', by)
      const usableFrom = new Date(env.clock.settlement().getTime() + coolingMs)
      await tx.query('update institutions.address set usable_from = $2 where id = $1', [id, usableFrom])
      return id
    })
    .catch((error: unknown) => {
      if (isSqlState(error, '23503')) throw badRequest('unknown', 'There is no such institution.', 'institutionid')
      if (!isSqlState(error, '23505')) throw error
      throw (error as { constraint?: string }).constraint === 'address_institution_id_label_key'
        ? badRequest('label_taken', 'This label is in use.', 'label')
        : badRequest('listed', 'This address is listed for this chain already.', 'address')
    })
}

/** A client's coins sent to an address of ours would be lost to the client. */
async function refuseOwn(tx: Tx, chain: ChainCode, address: string): Promise<void> {
  const what = await ownAddress(tx, chain, address)
  if (what === null) return
  throw new ApiError(
    'invalid_address',
    { field: 'address', rule: 'own_address' },
    `This address is ${what}, not yours.`,
  )
}

async function submit(env: Env, tx: Tx, request: AddressRequest, by: By): Promise<string> {
  const id = env.ids.uuid(by.at)
  await setActor(tx, by)
  await tx.query(
    `insert into institutions.address (id, institution_id, blockchain, address, label, memo, ownership, custody, vasp,
       state, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [
      id,
      request.institutionId,
      request.blockchain,
      request.address,
      request.label,
      request.memo,
      request.vasp === null ? 'self_hosted' : 'vasp',
      request.vasp === null ? 'self' : 'custodian',
      request.vasp,
      addressMachine.machine.initial,
      by.at,
    ],
  )
  const detail = { institutionid: request.institutionId, blockchain: request.blockchain }
  await audit(tx, { actor: by.actor, action: 'address.submitted', subject: id, detail })
  return id
}

/** Only wallets of the institution itself are accepted, so it is originator and beneficiary. */
async function setTravelRuleParties(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update institutions.address a set travel_rule_status = 'complete', travel_rule = jsonb_build_object(
       'originator', jsonb_build_object('name', i.name),
       'beneficiary', jsonb_build_object('name', i.name, 'account', a.address, 'vasp', a.vasp))
     from institutions.institution i where a.id = $1 and i.id = a.institution_id`,
    [id],
  )
}

/** Ends the cooling-off period of an address now. */
export function skipCooling(env: Env, id: string, who: Omit<By, 'at'>): Promise<void> {
  return env.db.tx(async (tx) => {
    await tx.query('update institutions.address set usable_from = $2 where id = $1', [id, env.clock.settlement()])
    await move(tx, addressMachine, id, 'activate', { ...who, at: env.clock.now() })
  })
}

/** Makes addresses usable when their cooling-off period is over. */
export const endCooling: Job = {
  name: 'institutions.addresses',
  everyMs: 5_000,
  run: (env) =>
    env.db.tx(async (tx) => {
      const due = await tx.query<{ id: string }>(
        `select id from institutions.address where state = 'cooling' and usable_from <= $1
         order by usable_from limit 500 for update skip locked`,
        [env.clock.settlement()],
      )
      const by = { actor: 'service', why: 'cooling-off is over', at: env.clock.now() }
      for (const { id } of due) await move(tx, addressMachine, id, 'activate', by)
      return due.length
    }),
}
