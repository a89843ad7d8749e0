import { sandboxed, scenario } from './scenario.ts'

// How to reach the states of sanctions lists.

const party = 'Harwick Shell Trading Ltd'

export const listScenarios = [
  scenario(
    'list',
    null,
    'a party is newly listed',
    sandboxed('lists/own', { add: [{ name: party, effect: 'review' }] }),
  ),
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
]
