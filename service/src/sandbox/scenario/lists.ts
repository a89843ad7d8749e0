import type { Json } from '@specie/protocol/encoding/json.ts'
import { sandboxed, scenario } from './scenario.ts'

// How to reach the states of sanctions lists, of parties that match them, and of holds.

const party = 'Harwick Shell Trading Ltd'
const institutionid = '{institutionid}'
const listed = (name: string, effect: 'review' | 'refuse') =>
  sandboxed('lists/own', { add: [{ name, kind: 'company', effect }] })
const matches = (decision: string) => sandboxed('parties', { institutionid, decision })
const ruled = (looksFor: Json, kind: string, effect: string) =>
  sandboxed('rules', { institutionid, looks_for: looksFor, kinds: [kind], effect })
const ended = (decision: string) => sandboxed(`holds/{holdid}/${decision}`)

export const listScenarios = [
  scenario('list', null, 'a party is newly listed', listed(party, 'review')),
  scenario('list', null, 'a party is de-listed', sandboxed('lists/own', { remove: [party] })),
  scenario(
    'list',
    'active',
    'a list in the format of its publisher',
    'POST /sandbox/v1/lists with a file of screening/samples/files in base64',
  ),
  scenario('list', 'refused', 'its file is empty', sandboxed('lists', { list: 'uk', file: '' })),
  scenario(
    'list',
    'refused',
    'it is more than 5 % shorter',
    'POST /sandbox/v1/lists with the same file without some of its parties',
  ),
  scenario('list', null, 'a list is older than 48 hours', sandboxed('lists/age', { list: 'own', old: true })),
  scenario('list', null, 'the list is current again', sandboxed('lists/age', { list: 'own', old: false })),

  scenario('party', 'open', 'an institution, by its name', listed('{name}', 'review')),
  scenario('party', null, 'the matches of an institution', sandboxed('parties', { institutionid })),
  scenario('party', 'cleared', 'two officers decide: it is another party', matches('clear')),
  scenario('party', 'confirmed', 'two officers decide: it is the same', matches('confirm')),

  scenario(
    'hold',
    'placed',
    'on an institution’s next withdrawal',
    sandboxed('holds', { institutionid, on: 'next withdrawal', reason: 'aml_review' }),
  ),
  scenario(
    'hold',
    'under_review',
    'on a withdrawal, in any state',
    sandboxed('holds', { institutionid, on: '{withdrawalid}', reason: 'aml_review' }),
  ),
  scenario(
    'hold',
    'placed',
    'AML review of a large mint, by a monitoring rule',
    ruled({ kind: 'amount', over: '1000' }, 'mint', 'aml_review'),
  ),
  scenario(
    'hold',
    'placed',
    'AML review of the third withdrawal within an hour, by a monitoring rule',
    ruled({ kind: 'velocity', hours: 1, count: 2 }, 'withdrawal', 'aml_review'),
  ),
  scenario(
    'hold',
    'placed',
    'enhanced due diligence on a withdrawal to a new destination, by a monitoring rule',
    ruled({ kind: 'first_use', over: '0' }, 'withdrawal', 'edd_required'),
  ),
  scenario('hold', 'released', 'two officers release it', ended('release')),
  scenario('hold', 'rejected', 'two officers reject it', ended('reject')),
  scenario('hold', 'frozen', 'two officers freeze a deposit or a wire', ended('freeze')),

  scenario(
    'withdrawal_address',
    'Rejected',
    'its wallet is on a list that refuses; then add it',
    listed('{address}', 'refuse'),
  ),
  scenario(
    'withdrawal_address',
    'Pending',
    'its wallet is on a list for review; then add it',
    listed('{address}', 'review'),
  ),
]
