import { type FormEvent, useState } from 'react'
import { type Output } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Countdown } from '../../kit/value/countdown.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Facts, PageHead, Panel } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import style from './account.module.css'

/** Confirms the code of a command line. */
export function Page() {
  const { person } = useMe()
  const [code, setCode] = useState('')
  const [device, setDevice] = useState<Output<'showDevice'> | null>(null)
  const [isDone, setDone] = useState(false)
  const show = useAct('showDevice', setDevice)
  const confirm = useAct('confirmDevice', () => setDone(true))
  const look = (event: FormEvent) => {
    event.preventDefault()
    show.mutate({ user_code: code })
  }
  const again = () => {
    setDevice(null)
    setCode('')
    confirm.reset()
  }
  return (
    <>
      <PageHead title="Sign in a command line" sub="A program that you started shows a code of eight letters." />
      <div className={style['narrow']}>
        {isDone && (
          <Banner tone="done" title="Done.">
            The program is signed in as {person.name} until you sign out here or this session ends. You can close this
            page and return to the program.
          </Banner>
        )}
        {!isDone && device === null && (
          <form className="stack" onSubmit={look}>
            <Field
              label="Code"
              name="user_code"
              code
              value={code}
              onChange={(text) => setCode(text.toUpperCase())}
              error={show.error}
              placeholder="BCDF-GHJK"
              maxLength={16}
              required
            />
            <FormError error={show.error} fields={['user_code']} />
            <div>
              <Button type="submit" main busy={show.isPending}>
                Continue
              </Button>
            </div>
          </form>
        )}
        {!isDone && device !== null && (
          <Panel title={device.label}>
            <div className="stack">
              <Facts
                rows={[
                  [
                    'Code',
                    <span key="code" className="mono">
                      {code}
                    </span>,
                  ],
                  [
                    'Address',
                    <span key="ip" className="mono">
                      {device.ip}
                    </span>,
                  ],
                  ['Program', device.agent],
                  ['Requested', <Time key="at" at={device.created_at} />],
                  ['Code ends in', <Countdown key="end" until={device.expires_at} />],
                ]}
              />
              <Banner tone="waits" title="Did you start this program yourself?">
                It will act as {person.name}, with all your roles, until you sign out here or this session ends. A
                person who sent you this code could act as you.
              </Banner>
              <FormError error={confirm.error} />
              <div className="row">
                <Button main busy={confirm.isPending} onClick={() => confirm.mutate({ user_code: code })}>
                  Yes, sign it in
                </Button>
                <Button danger onClick={again}>
                  No, it is not mine
                </Button>
              </div>
            </div>
          </Panel>
        )}
      </div>
    </>
  )
}
