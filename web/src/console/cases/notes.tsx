import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Time } from '../../kit/value/time.tsx'
import type { FoundCase } from './words.ts'

/** What people have written. A note never changes. */
export function Notes({ found: { caseid, notes } }: { found: FoundCase }) {
  return (
    <Section title="Notes" note="a note never changes">
      <SmallTable
        name="Notes"
        rows={notes}
        rowKey={({ id }) => id}
        empty="No note yet."
        columns={[
          ['Time', ({ at }) => <Time at={at} />],
          ['By', ({ by }) => by],
          ['Note', ({ text }) => text ?? <span className="muted">erased</span>],
        ]}
      />
      {mayDo(useMe(), 'cases.work') && <Write caseid={caseid} />}
    </Section>
  )
}

function Write({ caseid }: { caseid: string }) {
  const [text, setText] = useState('')
  const write = useAct('noteCase', () => setText(''))
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        write.mutate({ id: caseid, text: text.trim() })
      }}
    >
      <TextArea label="New note" name="text" value={text} onChange={setText} error={write.error} />
      <FormError error={write.error} fields={['text']} />
      <div className="row">
        <span className="grow" />
        <Button type="submit" busy={write.isPending} disabled={text.trim() === ''}>
          Add the note
        </Button>
      </div>
    </form>
  )
}
