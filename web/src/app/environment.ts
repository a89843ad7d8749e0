// The service writes these into the page.

export const hasSingleSignOn = document.documentElement.dataset['sso'] === 'on'
export const isUat = document.documentElement.dataset['environment'] === 'uat'
