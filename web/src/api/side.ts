/** Both sides are one app. The address says which of them this page belongs to. */
export const isConsole = typeof location !== 'undefined' && location.pathname.startsWith('/console')
