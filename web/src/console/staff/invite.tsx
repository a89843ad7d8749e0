import { InvitePerson } from '../../shared/people/invite.tsx'
import { staff } from './staff.ts'

export const Page = () => <InvitePerson of={staff} />
