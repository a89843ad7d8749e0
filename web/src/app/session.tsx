import { useNavigate } from '@tanstack/react-router'
import { acts, type ActName } from '@specie/protocol/people/acts.ts'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { Output } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { ErrorState } from '../kit/loading.tsx'

export type Me = Output<'me'>

const Context = createContext<Me | null>(null)

/** The signed-in person. Others are sent to the sign-in and return to the same address afterwards. */
export function Session({ children }: { children: ReactNode }) {
  const asked = useCall('currentSession', {})
  const navigate = useNavigate()
  const isSignedOut = asked.data?.person === null
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
  if (asked.data === undefined && asked.error !== null)
    return <ErrorState error={asked.error} retry={() => void asked.refetch()} />
  const me = meIn(asked.data)
  if (me === null) return null
  return <Context.Provider value={me}>{children}</Context.Provider>
}

function meIn(asked: Output<'currentSession'> | undefined): Me | null {
  const { person = null, session = null } = asked ?? {}
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
