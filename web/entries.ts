/** Each is an HTML file next to this one, and the part of the app that it loads. */
export const entries = ['public', 'portal', 'console', 'explorer']
