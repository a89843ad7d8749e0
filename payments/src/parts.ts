import { formatUkAccount, parseAccountId } from './account.ts'
import type { accountChoice, agent, dateChoice } from './iso20022.ts'
import type { ValueOf } from './message.ts'

// Accounts, agents and dates of a statement, between their ISO 20022 form and one plain text.

type AccountChoice = ValueOf<typeof accountChoice>
export type Agent = ValueOf<typeof agent>

/** The bank knows its accounts better than we do: a check digit that fails here is no reason to refuse its statement. */
export function accountText({ IBAN, Othr }: AccountChoice, agent?: Agent): string {
  if (IBAN !== undefined) return IBAN
  const id = Othr!.Id
  const member = agent?.FinInstnId.ClrSysMmbId
  if (/^\d{14}$/.test(id)) return formatUkAccount(id.slice(0, 6), id.slice(6))
  if (/^\d{8}$/.test(id) && member?.ClrSysId?.Cd === 'GBDSC') return formatUkAccount(member.MmbId, id)
  return id
}

/** A UK account is its sort code and number in one, as the basic account number (BBAN). */
export function accountOf(text: string): AccountChoice {
  const id = parseAccountId(text)
  if (id?.kind === 'iban') return { IBAN: id.iban }
  if (id?.kind === 'uk') return { Othr: { Id: id.sortcode + id.account, SchmeNm: { Cd: 'BBAN' } } }
  return { Othr: { Id: text } }
}

export function agentOf(bic: string | null): Agent | undefined {
  return bic === null ? undefined : { FinInstnId: { BICFI: bic } }
}

export function dateText({ Dt, DtTm }: ValueOf<typeof dateChoice>): string {
  return Dt ?? DtTm!.slice(0, 10)
}

/** A text in lines of at most `max` characters, broken at spaces: `lines.join(' ')` is the text again. */
export function linesOf(text: string | null, max: number): string[] {
  const lines: string[] = []
  let rest = text ?? ''
  while (rest.length > max) {
    const space = rest.lastIndexOf(' ', max)
    lines.push(rest.slice(0, space > 0 ? space : max))
    rest = rest.slice(space > 0 ? space + 1 : max)
  }
  return rest === '' ? lines : [...lines, rest]
}
