import { useNavigate } from '@tanstack/react-router'
import { acts, type ActName } from '@specie/protocol/people/acts.ts'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { isError, type Output } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { ErrorState } from '../kit/loading.tsx'

export type Me = Output<'me'>

const Context = createContext<Me | null>(null)

/** Who is signed in. Whoever is not is sent to the sign-in, and comes back to the same address. */
export function Session({ children }: { children: ReactNode }) {
  const me = useCall('me', {})
  const navigate = useNavigate()
  const isSignedOut = isError(me.error, 'not_signed_in')
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
  if (me.data === undefined && me.error !== null) return <ErrorState error={me.error} retry={() => void me.refetch()} />
  if (me.data === undefined) return null
  return <Context.Provider value={me.data}>{children}</Context.Provider>
}

export function useMe(): Me {
  const me = useContext(Context)
  if (me === null) throw new Error('useMe belongs inside Session')
  return me
}

/** Whether a person's roles allow an act, so that nobody is shown what they cannot do. The service decides. */
export function mayDo({ person }: Me, act: ActName): boolean {
  const { side, roles } = acts[act]
  return person.side === side && person.roles.some((role) => (roles as readonly string[]).includes(role))
}
