import { urlIn } from '@specie/travel-rule/trp/travel-address.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { type By, move } from '../../base/state-machine/move.ts'
import { withRefusal } from '../../people/approval/refusal.ts'
import { needsSecondPerson } from '../../people/approval/second-person.ts'
import { addressMachine, addressOf, type AddressState, assertCan, lockAddress } from './row.ts'
import type { OwnerFilter } from '../../directory/institutions.ts'
import { hourMs } from '../../base/clock.ts'

/** Returns the address unchanged; throws when its checksum fails. */
export function checkedTravelAddress(text: string): string {
  const given = text.trim()
  if (urlIn(given) !== null) return given
  throw badRequest('checksum', 'This is not a travel address (ta…), or it was mistyped.', 'travel_address')
}

/**
 * Adds the missing place where the provider of a hosted wallet receives Travel Rule data. Who answers there approves
 * transfers, so that people confirm it with the provider, as for one that is given at once. A second person of the institution
 * approves an address as a whole. Returns the new state.
 */
export async function completeTravelRule(
  env: Env,
  tx: Tx,
  whose: OwnerFilter,
  id: string,
  travelAddress: string,
  by: By,
): Promise<AddressState> {
  const checked = checkedTravelAddress(travelAddress)
  const address = await lockAddress(tx, whose, id)
  assertCan(address, 'review')
  if (await needsSecondPerson(tx, address.institution_id, 'member.address'))
    throw badRequest(
      'second_person',
      'Your institution requires a second approver for addresses. Remove this address, and add it again with its travel address.',
      'travel_address',
    )
  await withRefusal(move(tx, addressMachine, id, 'review', by))
  await withRefusal(tx.query('update destinations.address set travel_address = $2 where id = $1', [id, checked]))
  audit(tx, {
    actor: by.actor,
    action: 'address.travel_rule',
    subject: id,
    detail: { institutionid: address.institution_id, ...by.from },
  })
  return (await addressOf(tx, whose, id)).state
}

/**
 * Starts the cooling-off when the Travel Rule data is complete: it is known who is paid, and a hosted wallet has a provider
 * that can be reached. Otherwise the address waits. A transfer takes both parties as they are known then.
 */
export async function agreeIfComplete(env: Env, tx: Tx, id: string, by: By): Promise<void> {
  const { vasp, travel_address } = await addressOf(tx, { institutionId: null }, id)
  if (vasp !== null && travel_address === null) return
  const usableFrom = new Date(env.clock.settlement().getTime() + env.config.addressCoolingHours * hourMs)
  await tx.query(
    `update destinations.address a set usable_from = $2, travel_rule_status = 'complete',
       travel_rule = jsonb_build_object('originator', jsonb_build_object('name', i.name),
         'beneficiary', coalesce(a.beneficiary, jsonb_build_object('name', i.name))
           || jsonb_build_object('account', a.address, 'vasp', a.vasp))
     from directory.institution i where a.id = $1 and i.id = a.institution_id`,
    [id, usableFrom],
  )
  await withRefusal(move(tx, addressMachine, id, 'agree', by))
}
