import { type FormEvent, useState } from 'react'
import { type Output } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Choose, Field } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Panel } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import style from './account.module.css'

const ends = [
  { value: '', label: 'With this session' },
  ...['1', '4', '8'].map((value) => ({ value, label: value === '1' ? 'After 1 hour' : `After ${value} hours` })),
]

/** A token for the command line or another program. */
export function MakeToken() {
  const [label, setLabel] = useState('')
  const [expires, setExpires] = useState('')
  const [made, setMade] = useState<Output<'makeToken'> | null>(null)
  const make = useAct('makeToken', (answer) => {
    setMade(answer)
    setLabel('')
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    make.mutate({ label, ...(expires !== '' && { expires_in_hours: Number(expires) }) })
  }
  return (
    <Panel title="Token for a program">
      {made !== null ? (
        <div className="stack">
          <Banner tone="waits" title="This token is shown only now.">
            Every holder of this token acts as you until <Time at={made.expires_at} />, or until you sign out here.
          </Banner>
          <span className={style['secret']}>
            <Id value={made.token} />
          </span>
          <Button onClick={() => setMade(null)}>I have copied it</Button>
        </div>
      ) : (
        <form className="stack" onSubmit={send}>
          <p className="s13 muted">
            The command line signs in automatically: <code className="mono">specie sign-in</code>. Other programs send a
            token as <code className="mono">Authorization: Bearer</code>. The token has your rights, but cannot create
            other sessions, tokens or factors. It ends when you sign out here. Use an API key for programs that run
            longer.
          </p>
          <Field
            label="Purpose"
            name="label"
            value={label}
            onChange={setLabel}
            error={make.error}
            maxLength={64}
            required
          />
          <Choose
            label="Ends"
            name="expires_in_hours"
            value={expires}
            onChange={setExpires}
            options={ends}
            error={make.error}
          />
          <FormError error={make.error} fields={['label', 'expires_in_hours']} />
          <Button type="submit" busy={make.isPending}>
            Make a token
          </Button>
        </form>
      )}
    </Panel>
  )
}
