import { InvitePerson } from '../../shared/people/invite.tsx'
import { members } from './members.ts'

export const Page = () => <InvitePerson of={members} />
