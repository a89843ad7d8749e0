// The service writes these into the page.

export const hasSingleSignOn = document.documentElement.dataset['sso'] === 'on'
export const isUat = document.documentElement.dataset['environment'] === 'uat'
/** Our postal address from the service's settings; empty without one. */
export const companyAddress = document.documentElement.dataset['companyAddress'] ?? ''
