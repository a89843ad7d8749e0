import { type FormEvent, useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Choose } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { type Key, windowChoices, windowText } from './words.ts'

/** The largest age of a call, which can be changed. */
export function KeyWindow({
  apiKey: { keyid, label, status, nonce_window_ms },
  mayEdit,
}: {
  apiKey: Key
  mayEdit: boolean
}) {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(String(nonce_window_ms ?? ''))
  const change = useAct('keyWindow', () => setOpen(false))
  const send = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ id: keyid, nonce_window_ms: chosen === '' ? null : Number(chosen) })
  }
  return (
    <>
      {windowText(nonce_window_ms)}
      {mayEdit && status !== 'revoked' && (
        <>
          {' · '}
          <button type="button" className="link" onClick={() => setOpen(true)}>
            Change
          </button>
        </>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={`Largest age of a call of ${label}`}>
        <form className="stack" onSubmit={send}>
          <Choose
            label="Age of a call"
            name="nonce_window_ms"
            value={chosen}
            onChange={setChosen}
            options={windowChoices}
            error={change.error}
          />
          <p className="s13 muted">
            With a limit, every nonce must be UNIX time in milliseconds. The service refuses other nonces from the next
            call on.
          </p>
          <FormError error={change.error} fields={['nonce_window_ms']} />
          <div className="row">
            <span className="grow" />
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" main busy={change.isPending}>
              Change
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
