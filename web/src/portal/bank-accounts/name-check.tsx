import type { Output } from '../../api/call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import type { Tone } from '../../kit/value/states.ts'

type Answer = Output<'registerBankAccount'>
type Registered = { label: string; name: string }
type Props = { answer: Answer; account: Registered }

/** What was registered, and what the bank says of its owner. */
export function NameCheck({ answer: { approvalid, confirmation, usable, waits_because }, account }: Props) {
  const said = confirmation === null ? null : saidOf(confirmation, account)
  return (
    <div className="stack">
      {approvalid === null ? (
        <Banner tone={usable ? 'done' : 'waits'} title={`${account.label} is registered.`}>
          {usable
            ? 'It is among the bank accounts now.'
            : `${waits_because ?? 'It is not known to be yours.'} Until then nothing is paid there.`}
        </Banner>
      ) : (
        <Banner tone="waits" title="A second person must approve it.">
          It appears among the bank accounts once it is approved.
        </Banner>
      )}
      {said !== null && (
        <Banner tone={said.tone} title={said.title}>
          {said.text}
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

type Said = { tone: Tone; title: string; text: string }

function saidOf({ result, name: known }: NonNullable<Answer['confirmation']>, { name }: Registered): Said {
  switch (result) {
    case 'match':
      return { tone: 'done', title: 'Its bank confirms the owner.', text: `The account belongs to ${name}.` }
    case 'close_match':
      return {
        tone: 'waits',
        title: 'Its bank knows the owner under a similar name.',
        text: `${known ?? 'It does not say which.'} Payouts go there. If that is not you, remove the account.`,
      }
    case 'no_match':
      return {
        tone: 'waits',
        title: 'Its bank knows another owner, so nothing is paid there yet.',
        text: `It does not belong to ${name}. If number and owner are right, wait until Specie has cleared it; else remove it.`,
      }
    case 'unavailable':
      return {
        tone: 'waits',
        title: 'Its bank could not confirm the owner.',
        text: 'Payouts go there. Make sure that the number is right before the first one.',
      }
  }
}
