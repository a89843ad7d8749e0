import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Output } from '../../api/call.ts'
import { hasPasskeys } from '../../api/passkey.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import style from './account.module.css'
import { NewCodes } from './new-codes.tsx'
import { AddPasskey, RenamePasskey } from './passkey-dialogs.tsx'
import { SetPassword, SetTotp } from './password-dialogs.tsx'

type All = Output<'listFactors'>
type Passkey = All['passkeys'][number]
type Open = 'passkey' | 'password' | 'totp' | 'without' | null

/** Passkeys, password with authenticator app, recovery codes. */
export function Factors() {
  const factors = useCall('listFactors', {})
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const withoutPassword = useAct('removePassword', close)
  return (
    <>
      <Section
        title="Passkeys"
        note="Fingerprint, face or PIN. Passkeys also sign your approvals."
        end={
          hasPasskeys() && (
            <Button small icon={IconPlus} onClick={() => setOpen('passkey')}>
              Add a passkey
            </Button>
          )
        }
      >
        <Loaded query={factors}>{({ passkeys }) => <Passkeys passkeys={passkeys} />}</Loaded>
      </Section>
      <Section title="Password and authenticator app" note="Both are needed.">
        <Loaded query={factors}>
          {({ password, totp, passkeys }) => (
            <ul className={style['rows']}>
              <li>
                <div className={style['grow']}>
                  <b>Password</b>
                </div>
                <Set is={password} />
                <Button small onClick={() => setOpen('password')}>
                  {password ? 'Change password' : 'Set a password'}
                </Button>
              </li>
              <li>
                <div className={style['grow']}>
                  <b>Authenticator app</b>
                </div>
                <Set is={totp} />
                <Button small onClick={() => setOpen('totp')}>
                  {totp ? 'Use another app' : 'Set up the app'}
                </Button>
              </li>
              {(password || totp) && passkeys.length > 0 && (
                <li>
                  <p className={`s13 muted ${style['grow']}`}>With passkeys only, sign-in is safe from phishing.</p>
                  <Button small quiet onClick={() => setOpen('without')}>
                    Remove both
                  </Button>
                </li>
              )}
            </ul>
          )}
        </Loaded>
      </Section>
      <Section title="Recovery codes" note="Each replaces an authentication code once.">
        <Loaded query={factors}>{({ recovery_codes_left }) => <NewCodes left={recovery_codes_left} />}</Loaded>
      </Section>
      {open === 'passkey' && <AddPasskey onClose={close} />}
      {open === 'password' && <SetPassword onClose={close} />}
      {open === 'totp' && <SetTotp onClose={close} />}
      <Confirm
        open={open === 'without'}
        onClose={close}
        title="Remove password and authenticator app"
        act="Remove"
        danger
        busy={withoutPassword.isPending}
        error={withoutPassword.error}
        onConfirm={() => withoutPassword.mutate({})}
      >
        You then sign in with your passkeys alone.
      </Confirm>
    </>
  )
}

const Set = ({ is }: { is: boolean }) => <Badge tone={is ? 'done' : 'quiet'}>{is ? 'Set up' : 'Not set up'}</Badge>

function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const remove = useAct('removePasskey', () => setRemoving(null))
  if (passkeys.length === 0)
    return (
      <Empty title="You have no passkey yet.">
        {hasPasskeys()
          ? 'Add one. It is faster and safer than a password.'
          : 'Browsers offer passkeys over TLS, or on this machine under the name localhost.'}
      </Empty>
    )
  return (
    <>
      <ul className={style['rows']}>
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <IconKey className="ic" aria-hidden />
            <div className={style['grow']}>
              <b>{passkey.name}</b>
              <p className="small muted">
                Added <Time at={passkey.created_at} day />
                {passkey.last_used_at !== null && (
                  <>
                    {' '}
                    · used <Time at={passkey.last_used_at} />
                  </>
                )}
              </p>
            </div>
            <Button small onClick={() => setRenaming(passkey)} aria-label={`Rename ${passkey.name}`}>
              Rename
            </Button>
            <Button small quiet onClick={() => setRemoving(passkey)} aria-label={`Remove ${passkey.name}`}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {renaming !== null && <RenamePasskey passkey={renaming} onClose={() => setRenaming(null)} />}
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove passkey ${removing?.name ?? ''}`}
        act="Remove"
        danger
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ id: removing!.id })}
      >
        It no longer signs you in. Delete it from the device too.
      </Confirm>
    </>
  )
}
