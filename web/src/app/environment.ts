import { pageFacts } from './page-facts.ts'

export const hasSingleSignOn = pageFacts['sso'] === 'on'
export const isUat = pageFacts['environment'] === 'uat'
/** Our postal address from the service's settings; empty without one. */
export const companyAddress = pageFacts['companyAddress'] ?? ''
