import type { CompanyReading } from '../names/read-company.ts'
import { type Comparison, comparison } from './comparison.ts'
export const compareCompanies = (one: CompanyReading, other: CompanyReading): Comparison => comparison(one.name === other.name ? 1 : 0, [])
