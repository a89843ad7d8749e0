// The service writes these into the page.

export const hasSingleSignOn = document.documentElement.dataset['sso'] === 'on'
export const isUat = document.documentElement.dataset['environment'] === 'uat'
/** Our postal address as the service was told it; empty where it was not. */
export const companyAddress = document.documentElement.dataset['companyAddress'] ?? ''
