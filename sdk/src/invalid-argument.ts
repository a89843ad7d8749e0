/** An invalid argument of the SDK. The sentence says what to pass. A TypeError that is not a defect of the SDK. */
export class InvalidArgument extends TypeError {}
