import { PeopleList } from '../../shared/people/list.tsx'
import { staff } from './staff.ts'

export const Page = () => <PeopleList of={staff} />
