import { IconDeviceLaptop, IconTerminal2 } from '@tabler/icons-react'
import { useState } from 'react'
import type { Output } from '../../api/call.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import style from './account.module.css'

type Session = Output<'listSessions'>['items'][number]

/** The sessions of a person: browsers and programs. */
export function Sessions() {
  const sessions = useCall('listSessions', {})
  const [asking, setAsking] = useState(false)
  const endOthers = useAct('revokeOtherSessions', () => setAsking(false))
  const end = useAct('revokeSession')
  const hasOthers = sessions.data?.items.some(({ current }) => !current) === true
  return (
    <Section
      title="Sessions"
      note="Browsers, and programs with a token."
      end={
        hasOthers && (
          <Button small onClick={() => setAsking(true)}>
            End all others
          </Button>
        )
      }
    >
      <FormError error={end.error} />
      <Loaded query={sessions}>
        {({ items }) => (
          <ul className={style['rows']}>
            {items.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={end.isPending}
                onEnd={() => end.mutate({ id: session.id })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="End all your other sessions and tokens"
        act="End sessions"
        danger
        busy={endOthers.isPending}
        error={endOthers.error}
        onConfirm={() => endOthers.mutate({})}
      >
        Only this browser stays signed in. Programs with your tokens stop working.
      </Confirm>
    </Section>
  )
}

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { kind, label, agent, ip, method, current, seen_at, expires_at } = session
  const Icon = kind === 'token' ? IconTerminal2 : IconDeviceLaptop
  const name = label ?? agentText(agent)
  return (
    <li>
      <Icon className="ic" aria-hidden />
      <div className={style['grow']} title={agent}>
        <b>{name}</b>
        <p className="small muted">
          {kind === 'token' ? 'Token' : sentence(method)} · {ip} · seen <Time at={seen_at} /> · ends{' '}
          <Time at={expires_at} />
        </p>
      </div>
      {current ? (
        <Badge tone="done">This browser</Badge>
      ) : (
        <Button small disabled={busy} onClick={onEnd} aria-label={`End ${name}`}>
          End
        </Button>
      )}
    </li>
  )
}

/** «Chrome on Linux», from the user agent. */
export function agentText(agent: string): string {
  const browser = [/Edg\//, /Firefox\//, /Chrome\//, /Safari\//].findIndex((pattern) => pattern.test(agent))
  const system = [/Windows/, /Android/, /iPhone|iPad/, /Mac OS/, /Linux/].findIndex((pattern) => pattern.test(agent))
  if (browser < 0) return agent === '' ? 'Unknown' : agent.slice(0, 40)
  const of = ['Windows', 'Android', 'iOS', 'macOS', 'Linux'][system]
  return `${['Edge', 'Firefox', 'Chrome', 'Safari'][browser]}${of === undefined ? '' : ` on ${of}`}`
}
