import { type FormEvent, useState } from 'react'
import { call, type Input } from '../../api/call.ts'
import { createPasskey } from '../../api/passkey.ts'
import { queryClient, useAct } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { useAttempt } from '../../kit/form/use-attempt.ts'

export function AddPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('This device')
  const { attempt, busy, error } = useAttempt()
  const add = async () => {
    const credential = await createPasskey<Input<'addPasskey'>['credential']>(await call('passkeyOptions', {}))
    if (credential === null) return
    await call('addPasskey', { name, credential })
    await queryClient.invalidateQueries()
    onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    void attempt(add)
  }
  return (
    <Dialog open onClose={onClose} title="Add a passkey">
      <form className="stack" onSubmit={send}>
        <p className="s13 muted">Your browser asks for your fingerprint, face or PIN, or for a security key.</p>
        <Field
          label="Name of the passkey"
          name="name"
          value={name}
          onChange={setName}
          error={error}
          hint="So that you can recognise it in the list."
          maxLength={64}
          required
          data-autofocus
        />
        <FormError error={error} fields={['name']} />
        <Button type="submit" main busy={busy}>
          Create passkey
        </Button>
      </form>
    </Dialog>
  )
}

export function RenamePasskey({ passkey, onClose }: { passkey: { id: string; name: string }; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useAct('renamePasskey', onClose)
  const send = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate({ id: passkey.id, name })
  }
  return (
    <Dialog open onClose={onClose} title={`Rename passkey ${passkey.name}`}>
      <form className="stack" onSubmit={send}>
        <Field
          label="Name of the passkey"
          name="name"
          value={name}
          onChange={setName}
          error={rename.error}
          maxLength={64}
          required
          data-autofocus
        />
        <FormError error={rename.error} fields={['name']} />
        <Button type="submit" main busy={rename.isPending}>
          Rename
        </Button>
      </form>
    </Dialog>
  )
}
