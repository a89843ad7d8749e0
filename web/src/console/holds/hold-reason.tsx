import { holdReasonWords } from '@specie/protocol/holds.ts'
import { Link } from '../../kit/link.tsx'
import { Section } from '../../kit/page.tsx'
import { phrase } from '../../kit/value/states.ts'
import type { HoldCase } from './hold-case.ts'

/** The reason of a hold: the finding of screening, or the reason of a person. */
export function HoldReason({ found: { hold, why, screening, rules }, isOpen }: { found: HoldCase; isOpen: boolean }) {
  return (
    <Section title={isOpen ? 'Why it is held' : 'Why it was held'}>
      <p className="s13">
        {rules.length === 0
          ? whyPlaced(hold, why)
          : `${capital(holdReasonWords[hold.reason])}, by ${rules.length === 1 ? 'a rule' : 'rules'}:`}
      </p>
      {hold.cause !== null && (
        <p className="s13">
          This hold came with{' '}
          <Link className="link" to={`/holds/${hold.cause}`}>
            another hold
          </Link>{' '}
          and is decided together with it.
        </p>
      )}
      {rules.map(({ ruleid, name, number, looks_for, text }) => (
        <p key={`${ruleid} ${number}`} className="s13">
          <Link className="link" to={`/rules/${ruleid}`}>
            {name}, version {number}
          </Link>
          : {text}. <span className="muted">{looks_for}</span>
        </p>
      ))}
      {screening.hits.length === 0 && <p className="s13 muted">No name of this case matches a watchlist now.</p>}
    </Section>
  )
}

function whyPlaced({ reason, automatic, placed_by_name }: HoldCase['hold'], why: string): string {
  if (reason === 'approval_required') return 'It needs a second approver of the institution.'
  if (reason === 'debt_review')
    return `The institution owes money, so two people review its outgoing payments. Origin of the debt: ${phrase(why)}.`
  if (why !== reason) return `${capital(holdReasonWords[reason])}: ${withoutStop(whyWords(why))}.`
  const by = placed_by_name ?? (automatic ? 'The service' : 'Staff')
  return `${by} placed it for ${holdReasonWords[reason]}.`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const withoutStop = (text: string): string => text.replace(/\.$/, '')

/** Codes of reasons in words; texts of people as written. */
export const whyWords = (why: string): string =>
  holdReasonWords[why as keyof typeof holdReasonWords] ?? (/^[a-z]+(_[a-z]+)+$/.test(why) ? phrase(why) : why)
