import { PeopleList } from '../../shared/people/list.tsx'
import { members } from './members.ts'

export const Page = () => <PeopleList of={members} />
