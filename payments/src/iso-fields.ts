import { type AccountBank, numberText, readAccountId } from './account.ts'
import type { accountChoice, agent, dateChoice } from './iso20022.ts'
import type { ValueOf } from './message.ts'

// Accounts, agents and dates of a statement, between their ISO 20022 form and one plain text.

type AccountChoice = ValueOf<typeof accountChoice>
export type Agent = ValueOf<typeof agent>

/** The bank knows its accounts better than we do. A wrong check digit is no reason to refuse its statement. */
export function accountText({ IBAN, Othr }: AccountChoice, currency: string, agent?: Agent): string {
  if (IBAN !== undefined) return IBAN
  const { Id, SchmeNm } = Othr!
  const isBasic = SchmeNm === undefined || SchmeNm.Cd === 'BBAN'
  return numberText(Id, isBasic ? bankOf(agent) : ofUnknownScheme, currency)
}

const ofUnknownScheme: AccountBank = { bic: null, sortcode: null }

function bankOf(agent: Agent | undefined): AccountBank {
  if (agent === undefined) return null
  const { BICFI, ClrSysMmbId: member } = agent.FinInstnId
  const isSortcode = member?.ClrSysId?.Cd === 'GBDSC' && /^\d{6}$/.test(member.MmbId)
  return { bic: BICFI ?? null, sortcode: isSortcode ? member.MmbId : null }
}

/** A UK account is its sort code and number combined, as the basic account number (BBAN). */
export function accountOf(text: string): AccountChoice {
  const id = readAccountId(text)
  if (id?.kind === 'iban') return { IBAN: id.iban }
  if (id?.kind === 'uk') return { Othr: { Id: id.sortcode + id.account, SchmeNm: { Cd: 'BBAN' } } }
  return { Othr: { Id: text } }
}

/** The bank of an account. A UK account has its sort code here too, so that no reader mistakes it for another kind. */
export function agentOf(bic: string | null, account: string | null): Agent | undefined {
  const id = account === null ? null : readAccountId(account)
  const member = id?.kind === 'uk' ? { ClrSysId: { Cd: 'GBDSC' }, MmbId: id.sortcode } : undefined
  if (bic === null && member === undefined) return undefined
  return { FinInstnId: { BICFI: bic ?? undefined, ClrSysMmbId: member } }
}

export function dateText({ Dt, DtTm }: ValueOf<typeof dateChoice>): string {
  return Dt ?? DtTm!.slice(0, 10)
}

/** A text in lines of at most `max` characters, broken at spaces: `lines.join(' ')` restores it. */
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
