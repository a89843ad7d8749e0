/** What went wrong and what to do next, in one or two sentences; shown without a stack. */
export class CommandError extends Error {}

/** The command line is invalid. The exit code is 2. */
export class Misuse extends CommandError {}
