import type { Output } from '../../api/call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import type { Tone } from '../../kit/states.ts'

type Answer = Output<'registerBankAccount'>
type Result = NonNullable<Answer['confirmation']>['result']

/** What was registered, and what the bank says of its owner. */
export function NameCheck({
  answer: { approvalid, confirmation },
  label,
  owner,
}: {
  answer: Answer
  label: string
  owner: string
}) {
  const said = confirmation === null ? null : says[confirmation.result](owner, confirmation.name)
  return (
    <div className="stack">
      <Banner
        tone={approvalid === null ? 'done' : 'waits'}
        title={approvalid === null ? `${label} is registered.` : 'A second person must approve it.'}
      >
        {approvalid === null ? '' : 'It appears among the accounts once it is approved.'}
      </Banner>
      {said !== null && (
        <Banner tone={said.tone} title={said.title}>
          {said.text}
        </Banner>
      )}
      <div className="row">
        <Link className="btn main-act" to="/addresses/bank-accounts">
          To the bank accounts
        </Link>
      </div>
    </div>
  )
}

type Said = { tone: Tone; title: string; text: string }

const says: Record<Result, (owner: string, name: string | null) => Said> = {
  match: (owner) => ({ tone: 'done', title: 'The bank confirms the owner.', text: `The account belongs to ${owner}.` }),
  close_match: (_, name) => ({
    tone: 'waits',
    title: 'The bank knows the owner under a similar name.',
    text: `${name ?? 'It does not say which'}. Payouts go there; correct the name if it is wrong: remove the account and register it again.`,
  }),
  no_match: (owner) => ({
    tone: 'broken',
    title: 'The bank knows another owner.',
    text: `The account does not belong to ${owner}, so nothing is paid there. Check the number and the name, remove this one and register it again.`,
  }),
  unavailable: () => ({
    tone: 'waits',
    title: 'The bank could not confirm the owner.',
    text: 'Payouts go there. Make sure that the number is right before the first one.',
  }),
}
