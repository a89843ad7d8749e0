import { useState } from 'react'
import { type Output } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import { Panel } from '../../kit/page.tsx'
import { OneTimeLink } from '../../kit/one-time-link.tsx'

export type Member = Output<'listMembers'>['items'][number]
type Act = 'link' | 'suspend' | 'reinstate' | 'remove'

/** What an administrator can do about somebody's access. Each act is confirmed, with its reason. */
export function MemberActs({ member }: { member: Member }) {
  const { id, name, state } = member
  const [asking, setAsking] = useState<Act | null>(null)
  const [made, setMade] = useState<Output<'linkMember'> | null>(null)
  const close = () => setAsking(null)
  const done = {
    link: useAct('linkMember', (answer) => {
      setMade(answer)
      close()
    }),
    suspend: useAct('suspendMember', close),
    reinstate: useAct('reinstateMember', close),
    remove: useAct('removeMember', close),
  }
  const isInvited = state === 'invited'
  const words: Record<Act, { title: string; act: string; effect: string; danger: boolean }> = {
    link: isInvited
      ? {
          title: `New invitation for ${name}`,
          act: 'Make the link',
          effect: 'The link of before stops working. The new one works once, for seven days.',
          danger: false,
        }
      : {
          title: `Let ${name} back in`,
          act: 'Make the link',
          effect: `For somebody who has lost every factor. The link works once, for one hour. What ${name} signed in with before stops working then.`,
          danger: false,
        },
    suspend: {
      title: `Suspend ${name}`,
      act: 'Suspend',
      effect: 'At once: all sessions and tokens end. You can reinstate the person.',
      danger: true,
    },
    reinstate: {
      title: `Reinstate ${name}`,
      act: 'Reinstate',
      effect: 'The person can sign in again, with the roles of before.',
      danger: false,
    },
    remove: {
      title: `Remove ${name}`,
      act: 'Remove',
      effect: 'For good: all sessions and tokens end. The email can be invited again.',
      danger: true,
    },
  }
  const word = asking === null ? null : words[asking]
  return (
    <Panel title="Access">
      <div className="stack">
        {made !== null && <OneTimeLink link={made.link} until={made.expires_at} name={name} />}
        {state !== 'suspended' && (
          <Button wide onClick={() => setAsking('link')}>
            {isInvited ? 'Make a new invitation' : 'Let back in after a loss'}
          </Button>
        )}
        {state === 'active' && (
          <Button wide danger onClick={() => setAsking('suspend')}>
            Suspend
          </Button>
        )}
        {state === 'suspended' && (
          <Button wide onClick={() => setAsking('reinstate')}>
            Reinstate
          </Button>
        )}
        <Button wide danger onClick={() => setAsking('remove')}>
          Remove
        </Button>
      </div>
      {asking !== null && word !== null && (
        <Confirm
          open
          onClose={close}
          title={word.title}
          act={word.act}
          danger={word.danger}
          reason="required"
          busy={done[asking].isPending}
          error={done[asking].error}
          onConfirm={(reason) => done[asking].mutate({ id, reason })}
        >
          {word.effect}
        </Confirm>
      )}
    </Panel>
  )
}
