import { PersonDetail } from '../../shared/people/detail.tsx'
import { staff } from './staff.ts'

export const Page = () => <PersonDetail of={staff} />
