import type { Output } from '../../api/call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import type { Tone } from '../../kit/value/states.ts'

type Answer = Output<'registerBankAccount'>
type Registered = { label: string; name: string }
type Props = { answer: Answer; account: Registered }

/** The registered account, with the bank's answer about its owner. */
export function NameCheck({ answer: { approvalid, confirmation, usable, waits_because }, account }: Props) {
  const words = confirmation === null ? null : wordsOf(confirmation, account)
  return (
    <div className="stack">
      {approvalid === null ? (
        <Banner tone={usable ? 'done' : 'waits'} title={`${account.label} is registered.`}>
          {usable
            ? 'It is in your list of bank accounts.'
            : `${waits_because ?? 'We do not know yet that it is yours.'} Until then we pay nothing to it.`}
        </Banner>
      ) : (
        <Banner tone="waits" title="It needs a second approver.">
          It appears in your list of bank accounts after the approval.
        </Banner>
      )}
      {words !== null && (
        <Banner tone={words.tone} title={words.title}>
          {words.text}
        </Banner>
      )}
      <div>
        <Link className="btn main-act" to="/addresses/bank-accounts">
          To the bank accounts
        </Link>
      </div>
    </div>
  )
}

type Words = { tone: Tone; title: string; text: string }

function wordsOf({ result, name: known }: NonNullable<Answer['confirmation']>, { name }: Registered): Words {
  switch (result) {
    case 'match':
      return { tone: 'done', title: 'Its bank confirms the owner.', text: `The account belongs to ${name}.` }
    case 'close_match':
      return {
        tone: 'waits',
        title: 'Its bank has a similar name for the owner.',
        text: `${known ?? 'The bank does not send it.'} Payouts are allowed. If this is not your company, remove the account.`,
      }
    case 'no_match':
      return {
        tone: 'waits',
        title: 'Its bank has another owner, so payouts are not allowed yet.',
        text: `It does not belong to ${name}. If number and owner are correct, wait until Specie has cleared it; otherwise remove it.`,
      }
    case 'unavailable':
      return {
        tone: 'waits',
        title: 'Its bank could not confirm the owner.',
        text: 'Payouts are allowed. Check the number before the first payout.',
      }
  }
}
