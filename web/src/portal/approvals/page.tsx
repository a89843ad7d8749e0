import { Approvals } from './list.tsx'

export const Page = () => <Approvals isWaiting />
