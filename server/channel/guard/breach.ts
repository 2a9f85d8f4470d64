/** A client broke the protocol or a limit: its connection ends, nothing else does. */
export class Breach extends Error {
  /** Said before the connection ends, when the protocol has words for it. */
  readonly reply: Buffer | undefined

  constructor(message: string, reply?: Buffer) {
    super(message)
    this.reply = reply
  }
}
