import { type HeldKind, heldKinds, reviewReasons } from '@specie/protocol/holds.ts'
import type { machines } from '@specie/protocol/machines.ts'
import { faultHeader, faults } from '@specie/protocol/sandbox/faults.ts'
import { scenarios } from '@specie/protocol/sandbox/time.ts'
import type { Env } from '../../base/env.ts'
import type { App } from '../../base/http/shell.ts'
import { decisionsFor } from '../../compliance/effects.ts'
import { watchlist } from '../../compliance/list/own.ts'
import { chainLevers, leverOf } from '../control/chains.ts'
import { counterpartNames, type Counterpart, misbehavioursOf } from '../control/counterparts.ts'
import { mount } from '../control/mount.ts'
import { sandboxed, type Scenario, scenario, signed } from './scenario.ts'
import { listScenarios } from './lists.ts'
import { otherScenarios } from './others.ts'
import { anOnRamp, railScenarios } from './rails.ts'

// How to reach every path in UAT: deterministically, and without magic amounts. Levers, holds, faults and lists are
// read from their definitions; the counterparts list their own.

export function scenarioRoutes(app: App, env: Env): void {
  mount(app, scenarios, async () => {
    const fromCounterparts = await Promise.all(
      counterpartNames.map((counterpart) => counterpartScenarios(env, counterpart)),
    )
    const listed = [
      ...railScenarios,
      ...(await partyScenarios(env)),
      ...otherScenarios,
      ...listScenarios,
      ...heldKinds.flatMap(heldScenarios),
      ...fromCounterparts.flat(),
      ...chainScenarios,
      ...faultScenarios,
    ]
    return { scenarios: listed }
  })
}

/** Listed parties, and countries that are not served. */
async function partyScenarios({ db, config }: Env): Promise<Scenario[]> {
  const withSender = (name: string, country: string) =>
    signed('addPaymentRail', { ...anOnRamp, sender: { ...anOnRamp.sender, partyname: { name }, address: { country } } })
  const states = { refuse: 'rejected', review: 'held' } as const
  return [
    ...(await watchlist(db)).map(({ name, effect }) =>
      scenario(
        'payment_rail',
        states[effect],
        'a party that is on a list, however it is spelt',
        withSender(name, 'CH'),
      ),
    ),
    ...config.railRefusedCountries.map((country) =>
      scenario('payment_rail', 'rejected', 'a country that is not served', withSender('Acme Treasury AG', country)),
    ),
  ]
}

/** The state table of each kind, and its state after a rejected hold. */
type HeldTerms = { of: keyof typeof machines; refused: string; id: string; how?: string }

const heldKindTable: { readonly [kind in HeldKind]: HeldTerms } = {
  mint: { of: 'mint', refused: 'rejected', id: '{requestid}' },
  redemption: { of: 'redemption', refused: 'rejected', id: '{requestid}' },
  withdrawal: { of: 'withdrawal', refused: 'rejected', id: '{withdrawalid}' },
  deposit: {
    of: 'deposit',
    refused: 'returned',
    id: '{depositid}',
    how: 'two officers reject it, and it is returned on its chain, less the network fee',
  },
  wire: {
    of: 'wire',
    refused: 'returned',
    id: '{depositid}',
    how: 'two officers reject it, and the bank returns it by the next business day',
  },
  rail: { of: 'payment_rail', refused: 'rejected', id: '{railid}' },
  payment: { of: 'payment', refused: 'returned', id: '{paymentid}' },
}

function heldScenarios(kind: HeldKind): Scenario[] {
  const { of, refused, id, how = 'two officers refuse it' } = heldKindTable[kind]
  const hold = (reason: string) => sandboxed('holds', { institutionid: '{institutionid}', on: `next ${kind}`, reason })
  return [
    ...reviewReasons.map((reason) =>
      scenario(of, 'held', `an institution’s next one waits for people: ${reason}`, hold(reason)),
    ),
    scenario(of, null, 'two officers release it, and it continues', sandboxed('holds/{holdid}/release')),
    scenario(of, refused, how, sandboxed('holds/{holdid}/reject')),
    ...(decisionsFor(kind).includes('freeze')
      ? [scenario(of, 'frozen', 'two officers freeze it', sandboxed('holds/{holdid}/freeze'))]
      : []),
    scenario(
      of,
      'held',
      'an open one, in any state; the answer says what can no longer be stopped',
      sandboxed('holds', { institutionid: '{institutionid}', on: id, reason: 'aml_review' }),
    ),
  ]
}

/** Each counterpart lists its own misbehaviours; for a venue its name is needed. */
async function counterpartScenarios(env: Env, counterpart: Counterpart): Promise<Scenario[]> {
  const venue = counterpart === 'lp' ? { venue: '{venue}' } : {}
  return Object.entries(await misbehavioursOf(env, counterpart)).map(([next, meaning]) =>
    scenario(counterpart, null, meaning, sandboxed(`counterparts/${counterpart}`, { ...venue, next })),
  )
}

const chainScenarios = chainLevers.map((call) =>
  scenario('chains', null, `${call.summary}. ${call.description}`, sandboxed(`chains/{code}/${leverOf(call)}`)),
)

const faultScenarios = Object.entries(faults).map(([fault, meaning]) =>
  scenario('calls', null, meaning, `the request header ${faultHeader}: ${fault}, with any call of the API`),
)
