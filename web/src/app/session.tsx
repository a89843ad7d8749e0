import { useNavigate } from '@tanstack/react-router'
import { acts, type ActName } from '@specie/protocol/people/acts.ts'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { Output } from '../api/call.ts'
import { setClearance } from '../api/clearance.ts'
import { useCall } from '../api/use-call.ts'
import { Changes } from './changes.tsx'
import { ErrorState } from '../kit/loading.tsx'

export type Me = Output<'me'>

const Context = createContext<Me | null>(null)

/** The signed-in person. Others are sent to the sign-in and return to the same address afterwards. */
export function Session({ children }: { children: ReactNode }) {
  const current = useCall('currentSession', {})
  const navigate = useNavigate()
  const isSignedOut = current.data?.person === null
  useEffect(() => {
    if (!isSignedOut) return
    const here = location.pathname.replace(/^\/\w+/, '') + location.search
    void navigate({
      to: '/sign-in',
      search: here === '' || here === '/' ? {} : { next: here },
      replace: true,
    })
  }, [isSignedOut, navigate])
  if (isSignedOut) return null
  if (current.data === undefined && current.error !== null)
    return <ErrorState error={current.error} retry={() => void current.refetch()} />
  const me = meIn(current.data)
  if (me === null) return null
  setClearance(current.data?.clearance ?? null)
  return (
    <Context.Provider value={me}>
      <Changes key={me.session.id} sessionId={me.session.id} cursor={current.data?.changes ?? ''}>
        {children}
      </Changes>
    </Context.Provider>
  )
}

function meIn(current: Output<'currentSession'> | undefined): Me | null {
  const { person = null, session = null } = current ?? {}
  return person === null || session === null ? null : { person, session }
}

export function useMe(): Me {
  const me = useContext(Context)
  if (me === null) throw new Error('useMe belongs inside Session')
  return me
}

/** Whether a person's roles allow an act, to hide what the person cannot do. The service decides. */
export function mayDo({ person }: Me, act: ActName): boolean {
  const { side, roles } = acts[act]
  return person.side === side && person.roles.some((role) => (roles as readonly string[]).includes(role))
}
