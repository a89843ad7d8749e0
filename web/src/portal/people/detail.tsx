import { PersonDetail } from '../../shared/people/detail.tsx'
import { members } from './members.ts'

export const Page = () => <PersonDetail of={members} />
