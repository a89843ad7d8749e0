/** The service writes it into the page. */
export const isUat = document.documentElement.dataset['environment'] === 'uat'
