import { Approvals } from './page.tsx'

/** Everything that was asked for, also what was decided. */
export function Page() {
  return <Approvals />
}
