import type { KybView } from '@specie/protocol/onboarding/views.ts'
import { partiesOf } from './assess.ts'
import type { CaseFile } from './case-file.ts'

/**
 * The lists and names of the last screening. The name of a person is read from the case, and left out when it was
 * changed since: the screening did not compare it.
 */
export function screenedView({ kyb, persons }: Pick<CaseFile, 'kyb' | 'persons'>): KybView['screened'] {
  if (kyb.screened === null) return null
  const { at, lists, parties } = kyb.screened
  const unchanged = persons.filter(({ updatedAt }) => updatedAt <= new Date(at))
  const names = new Map(
    partiesOf({ kyb, persons: unchanged }).map(({ subject, part, name }) => [`${subject} ${part}`, name]),
  )
  return {
    at,
    lists,
    names: parties.map(({ subject, part, name }) => {
      const hit = kyb.screening?.find((one) => one.subject === subject && one.part === part)
      return {
        subject,
        part,
        name: name ?? names.get(`${subject} ${part}`) ?? null,
        list: hit?.list ?? null,
        score: hit?.score ?? null,
      }
    }),
  }
}
