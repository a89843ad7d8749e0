/** Both sides are one app: the address says which of them this page belongs to. */
export const isConsole = typeof location !== 'undefined' && location.pathname.startsWith('/console')
