/** What carries a client's bytes: a websocket, a TCP socket, or a test. */
export interface Wire {
  /** `left`: they are on their way, out of our hands. */
  send(bytes: Buffer, left?: () => void): void
  /** Stops and resumes reading; what is unread stays with the sender. */
  pause(): void
  resume(): void
  /** Ends after what was sent has left. */
  end(): void
  /** Ends at once. */
  kill(): void
}
