/** The gateway cannot be started like this; the message is a sentence for who started it. */
export class UsageError extends Error {}
