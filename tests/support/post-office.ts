import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A real mail server: takes what comes, unless the test says what to answer. */
export class PostOffice {
  readonly taken: { from: string; to: readonly string[]; text: string }[] = []
  /** Comes before each letter is taken. */
  before: (() => Promise<void>) | undefined
  /** Says no to a letter. */
  refuse: (() => { responseCode: number; message: string } | undefined) | undefined
  readonly #server: SMTPServer

  constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          await this.before?.()
          const refusal = this.refuse?.()
          if (refusal) return done(Object.assign(new Error(refusal.message), refusal))
          const { mailFrom, rcptTo } = envelope
          this.taken.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            text: Buffer.concat(chunks).toString(),
          })
          done()
        })
      },
    })
  }

  async open(): Promise<URL> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    return new URL(`smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`)
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
