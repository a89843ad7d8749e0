import { type FormEvent, useState } from 'react'
import { type RowOf, useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Field, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { chainName } from '../../kit/value/names.ts'
import { SecondPersonNote } from '../../app/act-button.tsx'
import { TwoPeople } from '../two-people.tsx'

/** A chain that changed below its final block: two people choose the block to resume from. */
export function ChainSwitch({ chain }: { chain: RowOf<'chains'> }) {
  const { blockchain, broken } = chain
  return (
    <TwoPeople title={`Reading of ${chainName(blockchain)}`} kind="chain.resume" subject={blockchain}>
      {broken === null ? (
        <p className="s13 muted">
          The service reads this chain. It retries nodes that do not answer, and compares nodes that disagree until they
          agree.
        </p>
      ) : (
        <Resume chain={chain} />
      )}
    </TwoPeople>
  )
}

function Resume({ chain: { blockchain, broken, final } }: { chain: RowOf<'chains'> }) {
  const [from, setFrom] = useState('')
  const [reason, setReason] = useState('')
  const propose = useAct('proposeChainResume')
  const may = mayDo(useMe(), 'chains.propose')
  const send = (event: FormEvent) => {
    event.preventDefault()
    propose.mutate({ blockchain, from: from.trim(), reason: reason.trim() })
  }
  return (
    <form className="stack" onSubmit={send}>
      <Banner tone="broken" title="Reading is stopped.">
        {broken}
      </Banner>
      {!may && <p className="s13 muted">Only operations can request the block to resume from.</p>}
      {may && (
        <>
          <Field
            label="Read again from block"
            name="from"
            inputMode="numeric"
            value={from}
            onChange={setFrom}
            error={propose.error}
            hint={`The chain is read up to block ${final}. Movements from your block on are compared with the chain again.`}
          />
          <TextArea label="Reason" name="reason" value={reason} onChange={setReason} error={propose.error} />
          <FormError error={propose.error} fields={['from', 'reason']} />
          <Button
            type="submit"
            main
            wide
            busy={propose.isPending}
            disabled={from.trim() === '' || reason.trim() === ''}
          >
            Request
          </Button>
          <SecondPersonNote kind="chain.resume" />
        </>
      )}
    </form>
  )
}
