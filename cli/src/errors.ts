/** What went wrong, and what to do next, in one or two sentences; shown without a stack. */
export class CommandError extends Error {}

/** The command cannot be meant as it was written. The exit code is 2. */
export class Misuse extends CommandError {}
