import {
  addOwnEntryCall,
  listEntriesCall,
  listEntryCall,
  listsCall,
  listVersionCall,
  listVersionsCall,
  refreshListCall,
} from '@specie/protocol/console/lists.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { details, listed, table } from '../show.ts'

const problems = {
  old: 'It is too old, so screening does not decide.',
  missing: 'It was never loaded, so screening does not decide.',
  silent: 'It does not answer, so what needs its answer waits.',
  current: '',
  not_followed: 'No source is set.',
} as const

export const listsList = overConsole(listsCall, {
  does: 'list the sanctions lists and the outside services with their age and their active versions; it fails while screening does not decide',
  show: ({ lists, is_missing }) =>
    [
      table(
        lists.map(({ list, state, checked_at, active }) => ({
          list,
          state,
          checked_at,
          version: active?.versionid ?? null,
          entries: active === null ? null : String(active.entries),
        })),
        ['list', 'state', 'checked_at', 'version', 'entries'],
      ),
      ...(is_missing ? ['SCREENING_LISTS is not set, so nothing can be screened.'] : []),
      ...lists.flatMap(({ title, state, failure }) => {
        const problem = [problems[state], failure ?? ''].filter(Boolean).join(' ')
        return state === 'not_followed' || problem === '' ? [] : [`${title}: ${problem}`]
      }),
    ].join('\n'),
  exitCode: ({ lists, is_missing }) =>
    is_missing || lists.some(({ state }) => state === 'old' || state === 'missing' || state === 'silent') ? 1 : 0,
})

export const listsVersions = overConsole(listVersionsCall, {
  words: { '[LIST]': 'list' },
  does: 'list the versions of sanctions lists, newest first, also refused ones',
  show: listed('versionid', 'list', 'state', 'created_at', 'entries', 'added', 'changed', 'removed', 'refusal'),
})

export const listsDiff = overConsole(listVersionCall, {
  words: { VERSION: 'id' },
  does: 'show what a version of a sanctions list changed, or why it was refused',
  show: ({ title, state, source, refused_because, differences, is_complete, ...one }) =>
    [
      `${title}, ${state}, from ${source}`,
      `${one.entries} entries, ${one.names} names, ${one.wallets} wallets`,
      ...(refused_because === null ? [] : [refused_because]),
      ...(state === 'refused' ? [] : [table(differences, ['change', 'reference', 'name', 'was'])]),
      ...(is_complete ? [] : ['There are more differences.']),
    ].join('\n'),
})

export const listsEntries = overConsole(listEntriesCall, {
  words: { '[NAME…]': 'name' },
  does: 'list the entries of the active versions whose name has this part',
  show: listed('id', 'name', 'list', 'effect', 'listed_at'),
})

export const listsEntry = overConsole(listEntryCall, {
  words: { ENTRY: 'id' },
  does: 'show everything that a list says about a party',
  show: details,
})

export const listsLoad = overConsole(refreshListCall, {
  words: { LIST: 'list' },
  does: 'have the source of a sanctions list read now; specie lists list shows the outcome',
  show: ({ title }) => `The source of the ${title} is read now.`,
})

export const listsAdd = overConsole(addOwnEntryCall, {
  words: { 'person|company|other': 'kind', 'refuse|review': 'effect', 'NAME…': 'name' },
  does: 'add a party or a wallet address to the own list at once',
  show: ({ id, name, kind, effect }) => `${name} is on the own list (${kind}, ${effect}).\n  entry: ${id}`,
})

export const listsRemove = proposalOf('list.remove', { ENTRY: 'entryid' }, 'remove an entry from the own list')

export const listsAccept = proposalOf(
  'list.accept',
  { VERSION: 'versionid' },
  'activate a version of a sanctions list that was refused',
)
