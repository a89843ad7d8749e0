import { type FormEvent, useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { SecondPersonNote } from '../../app/act-button.tsx'
import { InstitutionField } from '../institution-field.tsx'

const words = {
  deposit: 'The address has no owner. Choose the institution; the deposit is then screened and credited.',
  wire: 'No reference, account or sender identifies the owner. Choose the institution; the wire is then screened and credited. If the sender is another party, it is held first.',
}

type Props = {
  of: 'deposit' | 'wire'
  id: string
  title: string
  /** The institution that the same sender has paid before. */
  suggested?: { id: string; name: string } | null
}

/** The owner of a wire or deposit without one: one person proposes it, another decides. */
export function Assign({ of, id, title, suggested = null }: Props) {
  const [institutionid, setInstitution] = useState('')
  const [reason, setReason] = useState('')
  const deposit = useAct('proposeDepositAssign')
  const wire = useAct('proposeWireAssign')
  const mayPropose = mayDo(useMe(), 'bank.propose')
  if (!mayPropose) return <Banner>No owner is requested yet. Only operations can request one.</Banner>
  const { error, isPending } = of === 'deposit' ? deposit : wire
  const send = (event: FormEvent) => {
    event.preventDefault()
    const decision = { institutionid, reason: reason.trim() }
    if (of === 'deposit') deposit.mutate({ depositid: id, ...decision })
    else wire.mutate({ wireid: id, ...decision })
  }
  return (
    <form className="stack" onSubmit={send} aria-label={`Assign ${title}`}>
      <p className="s13">{words[of]}</p>
      <InstitutionField
        label="Owner"
        name="institutionid"
        value={institutionid}
        onChange={setInstitution}
        error={error}
      />
      {suggested !== null && institutionid !== suggested.id && (
        <p className="s13">
          The same sender has paid to {suggested.name} before, from the same account.{' '}
          <button type="button" className="link" onClick={() => setInstitution(suggested.id)}>
            Choose
          </button>
        </p>
      )}
      <TextArea
        label="Reason"
        aside="kept permanently"
        name="reason"
        value={reason}
        onChange={setReason}
        error={error}
      />
      <FormError error={error} fields={['reason', 'institutionid']} />
      <Button type="submit" main tall wide busy={isPending} disabled={reason.trim() === '' || institutionid === ''}>
        Request this owner
      </Button>
      <SecondPersonNote kind={of === 'deposit' ? 'deposit.assign' : 'wire.assign'} />
    </form>
  )
}
