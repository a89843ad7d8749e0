/** An invalid argument: a TypeError that is not a defect of the SDK. Its message says what to pass. */
export class InvalidArgument extends TypeError {}
