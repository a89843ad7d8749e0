import { needsTwoPeople } from '@specie/protocol/people/approvals/approvals.ts'
import { useCall } from '../../api/use-call.ts'

/** Whether a second person must agree to give a role: while the institution asks for one for anything. */
export function useDeciding(): (role: string) => boolean {
  const { data } = useCall('secondPerson', {})
  const asksTwo = (data?.kinds.length ?? 0) > 0
  return (role) => asksTwo && needsTwoPeople('institution', role)
}
